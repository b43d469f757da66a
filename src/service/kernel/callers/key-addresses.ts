/** Restricts a key to addresses: single ones and CIDR ranges, IPv4 and IPv6 alike. */
import { BlockList, isIP, isIPv4 } from "node:net";

/**
 * Returns a test for the address of a connection. If `ranges` is null, every address passes, even undefined; otherwise
 * undefined fails.
 */
export const addressTest = (ranges: readonly string[] | null): ((address: string | undefined) => boolean) => {
  if (ranges === null) return () => true;
  const permitted = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) permitted.addAddress(address, family);
    else permitted.addSubnet(address, Number(bits), family);
  }
  return (given) => {
    // A link-local address ends with the name of its network interface, which is removed. `BlockList` itself recognises
    // IPv4 addresses in IPv6 notation.
    const address = given?.replace(/%.*$/, "") ?? "";
    if (!isIP(address)) return false;
    return permitted.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  };
};
