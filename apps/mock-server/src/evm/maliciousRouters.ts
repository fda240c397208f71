/**
 * Malicious routers, at the same addresses on every network, in the order of their deployment. They accept the calls
 * of the exchange. Source: `contracts/Thief.sol`.
 */
export const maliciousRouters = {
  /** Keeps the input and pays nothing. */
  keep: "0x9e74901858F11a3410CA201D0b2D7C3c9aF927fF",
  /** Swaps and keeps the output. */
  redirect: "0x1c696de1FC5D9322B14B3615ba3D2de5843BC9F7",
  /** Performs the requested swap, and spends the rest of its token allowance. */
  takeMore: "0x5944e80cB2329ED987945868699e2fDe6AD42c28",
} as const
