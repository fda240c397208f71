import { type Abi, encodeFunctionData, parseAbi, toFunctionSelector } from "viem"
import { describe, expect, it } from "vitest"
import { decodeCallHandovers, handoverSelectors } from "./decodeCallHandovers.ts"

const contract = "0x1111111111111111111111111111111111111111"
const next = "0x2222222222222222222222222222222222222222"
const other = "0x3333333333333333333333333333333333333333"
const zero = `0x${"0".repeat(64)}`
const nobody = `0x${"0".repeat(40)}`

/** Each call with its arguments, and what it hands over to whom. */
const calls: readonly (readonly [
  signature: string,
  args: readonly unknown[],
  account: string,
  to: string,
])[] = [
  ...[
    "transferOwnership",
    "nominateNewOwner",
    "setOwner",
    "setAuthority",
    "setAdmin",
    "setPendingAdmin",
    "changeAdmin",
    "transferGovernance",
    "beginDefaultAdminTransfer",
    "upgradeTo",
    "changeMasterCopy",
    "addOwnerAddress",
    "enableModule",
    "setGuard",
    "setModuleGuard",
    "setFallbackHandler",
  ].map((name) => [`${name}(address)`, [next], contract, next] as const),
  ["grantRole(bytes32,address)", [zero, next], contract, next],
  ["setOwner(bytes32,address)", [zero, next], contract, next],
  ["reclaim(uint256,address)", [1n, next], contract, next],
  ["upgradeToAndCall(address,bytes)", [next, "0x"], contract, next],
  ["changeProxyAdmin(address,address)", [other, next], other, next],
  ["upgrade(address,address)", [other, next], other, next],
  ["upgradeAndCall(address,address,bytes)", [other, next, "0x"], other, next],
  ["diamondCut((address,uint8,bytes4[])[],address,bytes)", [[], next, "0x"], contract, contract],
  ["addOwnerWithThreshold(address,uint256)", [next, 1n], contract, next],
  ["swapOwner(address,address,address)", [other, other, next], contract, next],
  ["removeOwner(address,address,uint256)", [other, other, 1n], contract, contract],
  ["changeThreshold(uint256)", [1n], contract, contract],
  ["disableModule(address,address)", [other, other], contract, contract],
  ["installModule(uint256,address,bytes)", [2n, next, "0x"], contract, next],
  ["renounceOwnership()", [], contract, nobody],
  ["renounceRole(bytes32,address)", [zero, other], contract, nobody],
]

const encode = (signature: string, args: readonly unknown[]) => {
  const lines: readonly string[] = [`function ${signature}`]
  const abi: Abi = parseAbi(lines)
  return encodeFunctionData({ abi, args: [...args] })
}

describe("decodeCallHandovers", () => {
  it.each(calls)("decodes %s", (signature, args, account, to) => {
    expect(decodeCallHandovers(contract, encode(signature, args))).toEqual([{ account, to }])
  })

  it("knows no selector that is not tested here", () => {
    const tested = calls.map(([signature]) => toFunctionSelector(`function ${signature}`).slice(2))
    expect(handoverSelectors.toSorted()).toEqual(tested.toSorted())
  })

  it("decodes a call inside a multicall, and nothing of other calls", () => {
    const inner = encode("transferOwnership(address)", [next])
    const payment = encode("transfer(address,uint256)", [next, 1n])
    expect(decodeCallHandovers(contract, encode("multicall(bytes[])", [[payment, inner]]))).toEqual([
      { account: contract, to: next },
    ])
    expect(decodeCallHandovers(contract, payment)).toEqual([])
    expect(decodeCallHandovers(contract, "0x")).toEqual([])
  })
})
