import { encodeAbiParameters, keccak256, parseEther, parseUnits, toHex } from "viem"
import { tokens } from "./tokens.ts"

const [usd, dai] = tokens

/** Returns the storage slot of a balance in `contracts/MockLedger.sol`. */
const getBalanceSlot = (owner: string) =>
  keccak256(
    encodeAbiParameters([{ type: "bytes32" }, { type: "uint256" }], [toHex(BigInt(owner), { size: 32 }), 2n]),
  )

const setBalanceCall = (token: (typeof tokens)[number], owner: string, whole: string) =>
  [
    "anvil_setStorageAt",
    token.address,
    getBalanceSlot(owner),
    toHex(parseUnits(whole, token.decimals), { size: 32 }),
  ] as const

/** Gives an account 10 of the native currency, 1,000 mUSDC and 500 mDAI without a block, as if in the initial state. */
export const fundAccount = (owner: string) => [
  ["anvil_setBalance", owner, toHex(parseEther("10"))] as const,
  setBalanceCall(usd, owner, "1000"),
  setBalanceCall(dai, owner, "500"),
]
