PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE record (
    id   INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
INSERT INTO record VALUES(1,'dirty','{"id":1,"mutations":0}');
INSERT INTO record VALUES(2,'level','{"id":2,"code":"L1","name":"Level L1","active":true,"seq":0}');
INSERT INTO record VALUES(3,'level','{"id":3,"code":"L2","name":"Level L2","active":true,"seq":1}');
INSERT INTO record VALUES(4,'level','{"id":4,"code":"L3","name":"Level L3","active":true,"seq":2}');
INSERT INTO record VALUES(5,'level','{"id":5,"code":"L4","name":"Level L4","active":true,"seq":3}');
INSERT INTO record VALUES(6,'title','{"id":6,"code":"MGR","title":"Manager","rank":10,"active":true,"seq":1}');
INSERT INTO record VALUES(7,'title','{"id":7,"code":"DEP","title":"Deputy","rank":10,"active":true,"seq":2}');
INSERT INTO record VALUES(8,'title','{"id":8,"code":"CHIEF","title":"Chief","rank":10,"active":true,"seq":3}');
INSERT INTO record VALUES(9,'title','{"id":9,"code":"ENG","title":"Engineer","rank":20,"active":true,"seq":1}');
INSERT INTO record VALUES(10,'category','{"id":10,"name":"Making","seq":0}');
INSERT INTO record VALUES(11,'function','{"id":11,"code":"DEV","name":"Development","categoryId":10,"active":true,"seq":0}');
INSERT INTO record VALUES(12,'function','{"id":12,"code":"OPS","name":"Operations","categoryId":10,"active":true,"seq":1}');
INSERT INTO record VALUES(13,'function','{"id":13,"code":"QA","name":"Quality","categoryId":10,"active":true,"seq":2}');
INSERT INTO record VALUES(14,'category','{"id":14,"name":"Leading","seq":1}');
INSERT INTO record VALUES(15,'function','{"id":15,"code":"LEAD","name":"Leading","categoryId":14,"active":true,"seq":0}');
INSERT INTO record VALUES(16,'category','{"id":16,"name":"Checking","seq":2}');
INSERT INTO record VALUES(17,'function','{"id":17,"code":"AUDIT","name":"Audit","categoryId":16,"active":true,"seq":0}');
INSERT INTO record VALUES(18,'department','{"id":18,"code":"HQ","name":"Name of HQ","description":"About HQ","active":true,"levelId":2,"parentId":null,"managerId":24,"seq":0}');
INSERT INTO record VALUES(19,'department','{"id":19,"code":"RD","name":"Name of RD","description":"About RD","active":true,"levelId":3,"parentId":18,"managerId":25,"seq":0}');
INSERT INTO record VALUES(20,'department','{"id":20,"code":"RD1","name":"Name of RD1","description":"About RD1","active":true,"levelId":4,"parentId":19,"managerId":null,"seq":0}');
INSERT INTO record VALUES(21,'department','{"id":21,"code":"RD2","name":"Name of RD2","description":"About RD2","active":true,"levelId":4,"parentId":19,"managerId":null,"seq":1}');
INSERT INTO record VALUES(22,'department','{"id":22,"code":"FIN","name":"Name of FIN","description":"About FIN","active":true,"levelId":3,"parentId":18,"managerId":null,"seq":1}');
INSERT INTO record VALUES(23,'department','{"id":23,"code":"LAB","name":"Name of LAB","description":"About LAB","active":true,"levelId":2,"parentId":null,"managerId":null,"seq":1}');
INSERT INTO record VALUES(24,'employee','{"id":24,"data":{"account":"amy","name":"Name of amy","loginValidation":["UOF"],"employeeNumber":"001","expiredTime":null,"gender":"Other","englishName":"amy","idCardNumber":null,"birthDate":"1980-02-29T00:00:00+08:00","phoneNumber":null,"businessCard":"card","hireDate":"2010-01-01T00:00:00+08:00","email":"amy@example.com","emailEx":null,"active":true,"locked":false},"resignationDate":null,"posts":[{"departmentId":18,"main":true,"titleId":6,"functionIds":[15],"supervisorId":null}]}');
INSERT INTO record VALUES(25,'employee','{"id":25,"data":{"account":"bob","name":"Name of bob","loginValidation":["UOF"],"employeeNumber":"002","expiredTime":null,"gender":"Other","englishName":"bob","idCardNumber":null,"birthDate":"1980-02-29T00:00:00+08:00","phoneNumber":null,"businessCard":"card","hireDate":"2010-01-01T00:00:00+08:00","email":"bob@example.com","emailEx":null,"active":true,"locked":false},"resignationDate":null,"posts":[{"departmentId":19,"main":true,"titleId":6,"functionIds":[],"supervisorId":null},{"departmentId":18,"main":false,"titleId":null,"functionIds":[],"supervisorId":null}]}');
INSERT INTO record VALUES(26,'employee','{"id":26,"data":{"account":"cat","name":"Name of cat","loginValidation":["UOF"],"employeeNumber":"003","expiredTime":null,"gender":"Other","englishName":"cat","idCardNumber":null,"birthDate":"1980-02-29T00:00:00+08:00","phoneNumber":null,"businessCard":"card","hireDate":"2010-01-01T00:00:00+08:00","email":"cat@example.com","emailEx":null,"active":true,"locked":false},"resignationDate":null,"posts":[{"departmentId":20,"main":true,"titleId":9,"functionIds":[11,12],"supervisorId":null},{"departmentId":22,"main":false,"titleId":null,"functionIds":[],"supervisorId":24}]}');
INSERT INTO record VALUES(27,'employee','{"id":27,"data":{"account":"dan","name":"Name of dan","loginValidation":["UOF"],"employeeNumber":"004","expiredTime":null,"gender":"Other","englishName":"dan","idCardNumber":null,"birthDate":"1980-02-29T00:00:00+08:00","phoneNumber":null,"businessCard":"card","hireDate":"2010-01-01T00:00:00+08:00","email":"dan@example.com","emailEx":null,"active":true,"locked":false},"resignationDate":null,"posts":[{"departmentId":22,"main":true,"titleId":null,"functionIds":[],"supervisorId":null}]}');
INSERT INTO record VALUES(28,'employee','{"id":28,"data":{"account":"eve","name":"Name of eve","loginValidation":["UOF"],"employeeNumber":null,"expiredTime":null,"gender":"Other","englishName":"eve","idCardNumber":null,"birthDate":"1980-02-29T00:00:00+08:00","phoneNumber":null,"businessCard":"card","hireDate":"2010-01-01T00:00:00+08:00","email":"eve@example.com","emailEx":null,"active":false,"locked":false},"resignationDate":null,"posts":[]}');
INSERT INTO record VALUES(34,'refresh','{"id":34,"at":"2026-11-22T01:29:40.120Z","dirtyBefore":0}');
INSERT INTO record VALUES(35,'refresh-mark','{"id":35,"name":"departments","newestId":35}');
INSERT INTO record VALUES(36,'refresh-mark','{"id":36,"name":"employees","newestId":36}');
INSERT INTO record VALUES(37,'refresh-mark','{"id":37,"name":"functions","newestId":37}');
INSERT INTO record VALUES(38,'refresh-mark','{"id":38,"name":"agentTimes","newestId":38}');
INSERT INTO record VALUES(39,'refresh-mark','{"id":39,"name":"agentUsers","newestId":39}');
CREATE TABLE call (
    seq       INTEGER PRIMARY KEY AUTOINCREMENT,
    at        TEXT NOT NULL,
    operation TEXT,
    method    TEXT NOT NULL,
    path      TEXT,
    status    INTEGER,
    fault     TEXT,
    key       TEXT
  ) STRICT;
INSERT INTO call VALUES(1,'2026-11-22T01:29:40.109Z','V1','GET','/deptlevel',200,NULL,'sync');
INSERT INTO call VALUES(2,'2026-11-22T01:29:40.129Z','P1','POST','/permission/update',200,NULL,'sync');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('call',2);
COMMIT;
