import { parseAbi } from "viem"
import { tokens } from "./tokens.ts"

/**
 * Placeholder address of the native currency in the exchange's calls and in the wire's swap calls (in lower case
 * there).
 */
export const nativeAddress = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"

/**
 * The constant-product exchange, at the same address on every network: that of 1inch's router, because swaps through
 * unknown routers have a warning. Source: `contracts/Exchange.sol`.
 */
export const exchangeAddress = "0x111111125421cA6dc452d289314280a0f8842A65"

export const exchangeAbi = parseAbi([
  "function poolOf(address one, address other) view returns (address)",
  "function reserves(address from, address to) view returns (uint256, uint256)",
  "function quote(address from, address to, uint256 amount) view returns (uint256)",
  "function swap(address from, address to, uint256 amount, uint256 minimum, address recipient, uint256 deadline) payable returns (uint256 received)",
  "error UnknownPair(address from, address to)",
  "error WrongValue(uint256 value, uint256 needed)",
  "error Expired(uint256 deadline)",
  "error TooLittleReceived(uint256 received, uint256 minimum)",
  "error NotPaid()",
])

const [usd, dai] = tokens

/** The tokens that the exchange trades in addition to the native currency. */
export const tradedTokens = [usd, dai] as const

/** The exchange's pools, in the order in which it opens them. */
export const pools = [
  { address: "0x613E7A77D51C1817a2A0FfFb92E32f283AA09EB5", pair: [nativeAddress, usd.address] },
  { address: "0x3bF440033b9D9C70a4624736753Aea834F7D6dF7", pair: [nativeAddress, dai.address] },
  { address: "0x9A2be4b4277667FA2B8778b8e1E61bA0d8f64A36", pair: [usd.address, dai.address] },
] as const

/** The initial value of each side of each pool, in whole dollars. */
export const poolSideDollars = 10_000_000n
