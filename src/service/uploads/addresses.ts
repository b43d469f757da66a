/**
 * Decides which network addresses are public. These are not: loopback, private, link-local and shared networks, the metadata
 * addresses of clouds, networks for documentation, multicast, and IPv6 addresses that contain an IPv4 address, except
 * `::ffff:0:0/96`, where the IPv4 address decides (RFC 6890 and IANA's registries of special-purpose addresses).
 */
import { BlockList, isIPv4, isIPv6 } from "node:net";

const listOf = (
  family: "ipv4" | "ipv6",
  subnets: readonly (readonly [network: string, prefix: number])[],
): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
};

/** IPv4 networks that are not public. The list also matches their IPv6 notation in `::ffff:0:0/96`. */
const special4 = listOf("ipv4", [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // The address at which Azure serves its virtual machines.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
]);

const mapped = listOf("ipv6", [["::ffff:0:0", 96]]);

/** The only range of public IPv6 unicast addresses that has been assigned so far. */
const unicast6 = listOf("ipv6", [["2000::", 3]]);

/**
 * The parts of `2000::/3` that are not public: protocols (with Teredo), documentation, and 6to4, which contains an IPv4
 * address.
 */
const special6 = listOf("ipv6", [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]);

/** `address` is an IP address without brackets; anything else is not public. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !special4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  if (mapped.check(address, "ipv6")) return !special4.check(address, "ipv6");
  return unicast6.check(address, "ipv6") && !special6.check(address, "ipv6");
};
