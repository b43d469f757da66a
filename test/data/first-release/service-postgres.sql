CREATE SCHEMA musterd_service;
CREATE TABLE musterd_service.record (
  id   bigint PRIMARY KEY,
  kind text NOT NULL,
  body text NOT NULL
);
CREATE TABLE musterd_service.call (
  seq       bigint PRIMARY KEY,
  at        text NOT NULL,
  operation text,
  method    text NOT NULL,
  path      text,
  status    integer,
  fault     text,
  key       text
);
CREATE SEQUENCE musterd_service.last_call;
