import { parseAbi } from "viem"
import { tokens } from "./tokens.ts"

/**
 * Placeholder address of the native currency in the exchange's calls and in the wire's swap calls (in lower case
 * there).
 */
export const nativeAddress = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"

/** The constant-product exchange, at the same address on every network. Source: `contracts/Exchange.sol`. */
export const exchangeAddress = "0x9D193c4Ed4B97Ac3e7D41c4ed62A3eEF998c9f17"

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
  { address: "0x7325068006E19bcF3c38a06E20144b74d1a80de3", pair: [nativeAddress, usd.address] },
  { address: "0x51f2607208A4cf8f9377d403b20CB96C1eb313Ad", pair: [nativeAddress, dai.address] },
  { address: "0x75Af032CD0bf309817a30d73b50118D3f5d9d5Bd", pair: [usd.address, dai.address] },
] as const

/** The initial value of each side of each pool, in whole dollars. */
export const poolSideDollars = 10_000_000n
