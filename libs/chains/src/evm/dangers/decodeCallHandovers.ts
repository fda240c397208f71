import { type FunctionCall, listNestedCalls, wordToAddress } from "./FunctionCall.ts"

/** A call that gives an account, or a right over it, to another address. Addresses in any case. */
export interface Handover {
  readonly account: string
  readonly to: string
}

/**
 * Decodes the calls that change who controls a contract: its owner, admin, code, modules or guards.
 * Source: OpenZeppelin's Ownable, AccessControl and proxies, DSAuth, ENS, Safe, ERC-2535, ERC-7579.
 */
export const decodeCallHandovers = (to: string, data: string): readonly Handover[] =>
  listNestedCalls(data.slice(2)).calls.flatMap(
    ({ selector, words }) => handoverDecoders[selector]?.(words, to) ?? [],
  )

type HandoverDecoder = (words: FunctionCall["words"], contract: string) => Handover

const toArgument =
  (at: number): HandoverDecoder =>
  (words, account) => ({ account, to: wordToAddress(words(at)) })

/** The first argument is the account, the second its new code or admin. */
const toSecondArgument: HandoverDecoder = (words) => ({
  account: wordToAddress(words(0)),
  to: wordToAddress(words(1)),
})

/** Fewer owners have to agree: the account itself is handed over. */
const toItself: HandoverDecoder = (_words, account) => ({ account, to: account })

const handoverDecoders: Readonly<Record<string, HandoverDecoder>> = {
  // transferOwnership(address)
  f2fde38b: toArgument(0),
  // nominateNewOwner(address)
  "1627540c": toArgument(0),
  // setOwner(address)
  "13af4035": toArgument(0),
  // setAuthority(address)
  "7a9e5e4b": toArgument(0),
  // setAdmin(address)
  "704b6c02": toArgument(0),
  // setPendingAdmin(address)
  "4dd18bf5": toArgument(0),
  // changeAdmin(address)
  "8f283970": toArgument(0),
  // transferGovernance(address)
  d38bfff4: toArgument(0),
  // beginDefaultAdminTransfer(address)
  "634e93da": toArgument(0),
  // grantRole(bytes32,address)
  "2f2ff15d": toArgument(1),
  // setOwner(bytes32,address)
  "5b0fc9c3": toArgument(1),
  // reclaim(uint256,address)
  "28ed4f6c": toArgument(1),
  // upgradeTo(address)
  "3659cfe6": toArgument(0),
  // upgradeToAndCall(address,bytes)
  "4f1ef286": toArgument(0),
  // changeMasterCopy(address)
  "7de7edef": toArgument(0),
  // changeProxyAdmin(address,address)
  "7eff275e": toSecondArgument,
  // upgrade(address,address)
  "99a88ec4": toSecondArgument,
  // upgradeAndCall(address,address,bytes)
  "9623609d": toSecondArgument,
  // diamondCut((address,uint8,bytes4[])[],address,bytes)
  "1f931c1c": toItself,
  // addOwnerWithThreshold(address,uint256)
  "0d582f13": toArgument(0),
  // addOwnerAddress(address)
  "0f0f3f24": toArgument(0),
  // swapOwner(address,address,address)
  e318b52b: toArgument(2),
  // removeOwner(address,address,uint256)
  f8dc5dd9: toItself,
  // changeThreshold(uint256)
  "694e80c3": toItself,
  // enableModule(address)
  "610b5925": toArgument(0),
  // disableModule(address,address)
  e009cfde: toItself,
  // setGuard(address)
  e19a9dd9: toArgument(0),
  // setModuleGuard(address)
  e068df37: toArgument(0),
  // setFallbackHandler(address)
  f08a0323: toArgument(0),
  // installModule(uint256,address,bytes)
  "9517e29f": toArgument(1),
}

export const handoverSelectors: readonly string[] = Object.keys(handoverDecoders)
