/**
 * Decides which network addresses are public, by the special-purpose ranges of ipaddr.js (RFC 6890 and IANA's registries). These
 * are not: loopback, private, link-local and shared networks, the metadata addresses of clouds, networks for documentation,
 * multicast, and IPv6 addresses that contain an IPv4 address, except `::ffff:0:0/96`, where the IPv4 address decides.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The address at which Azure serves its virtual machines. No registry lists it. */
const azure = "168.63.129.16";

/** The only range of public IPv6 unicast addresses that has been assigned so far. */
const unicast6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** `address` is an IP address without brackets; anything else is not public. */
export const isPublicAddress = (address: string): boolean => {
  if (!isIP(address) || address.includes("%")) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== "unicast" || plain.toString() === azure) return false;
  return plain instanceof ipaddr.IPv4 || plain.match(unicast6);
};
