/** The network of a caller, by which guesses are counted. */
import ipaddr from "ipaddr.js";

/** Returns the address, or the /64 of an IPv6 address, because one caller has all addresses in it. */
export const networkOf = (address: string): string => {
  // Behind a proxy the address comes from a header, which may contain anything.
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  return plain instanceof ipaddr.IPv6 ? plain.parts.slice(0, 4).join(":") : plain.toString();
};
