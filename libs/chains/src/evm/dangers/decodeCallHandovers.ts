import { zeroAddress } from "viem"
import { indexFunctions, listNestedCalls, readNamed, wordToAddress } from "./FunctionCall.ts"

/** A call that gives an account, or a right over it, to another address. Addresses in any case. */
export interface Handover {
  readonly account: string
  readonly to: string
}

/**
 * Decodes the calls that change who controls a contract: its owner, admin, code, modules or guards.
 * Source: OpenZeppelin's Ownable, AccessControl and proxies, DSAuth, ENS, Safe, ERC-2535, ERC-7579.
 */
export const decodeCallHandovers = (contract: string, data: string): readonly Handover[] =>
  listNestedCalls(data.slice(2)).calls.flatMap((call) => {
    if (resignations.has(call.selector)) return { account: contract, to: zeroAddress }
    const names = handovers.get(call.selector)
    if (names === undefined) return []
    const word = readNamed(call, names)
    const [account, to] = [word("account"), word("to")]
    return {
      account: account === null ? contract : wordToAddress(account),
      to: to === null ? contract : wordToAddress(to),
    }
  })

/**
 * `to` is the new owner, admin, code, module or guard of `account`, or of the called contract. Without it fewer owners
 * have to agree: the contract itself is handed over.
 */
const handovers = indexFunctions([
  "transferOwnership(address to)",
  "nominateNewOwner(address to)",
  "setOwner(address to)",
  "setAuthority(address to)",
  "setAdmin(address to)",
  "setPendingAdmin(address to)",
  "changeAdmin(address to)",
  "transferGovernance(address to)",
  "beginDefaultAdminTransfer(address to)",
  "grantRole(bytes32, address to)",
  "setOwner(bytes32, address to)",
  "reclaim(uint256, address to)",
  "upgradeTo(address to)",
  "upgradeToAndCall(address to, bytes)",
  "changeMasterCopy(address to)",
  "changeProxyAdmin(address account, address to)",
  "upgrade(address account, address to)",
  "upgradeAndCall(address account, address to, bytes)",
  "diamondCut((address, uint8, bytes4[])[], address, bytes)",
  "addOwnerWithThreshold(address to, uint256)",
  "addOwnerAddress(address to)",
  "swapOwner(address, address, address to)",
  "removeOwner(address, address, uint256)",
  "changeThreshold(uint256)",
  "enableModule(address to)",
  "disableModule(address, address)",
  "setGuard(address to)",
  "setModuleGuard(address to)",
  "setFallbackHandler(address to)",
  "installModule(uint256, address to, bytes)",
])

/** The zero address has the right then. */
const resignations = indexFunctions(["renounceOwnership()", "renounceRole(bytes32, address)"])

export const handoverSelectors: readonly string[] = [...handovers.keys(), ...resignations.keys()]
