/**
 * What drives worlds from outside, over the control API of a mock server that is another process: stories, their worlds,
 * and the accounts and tokens in them. It loads no server and no chain.
 */
export { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
export { tokens } from "../evm/tokens.ts"
export type { ScenarioInput } from "../faults/Scenario.ts"
export { solanaAccounts } from "../solana/solanaAccounts.ts"
export { addressOfPerson } from "./cast.ts"
export { pageRequest } from "./pageRequest.ts"
export type { PhoneOwner } from "./phoneOwner.ts"
export { readStory, StoryInvalid } from "./readStory.ts"
export type {
  Act,
  AllowanceExpected,
  Asked,
  BalanceExpected,
  Exchanged,
  Expected,
  Payment,
  Step,
  Story,
} from "./Story.ts"
export { openStoryWorld, type StoryWorld } from "./StoryWorld.ts"
export { StoryWorldFailed } from "./StoryWorldFailed.ts"
export type { SiteOwner } from "./siteOwner.ts"
export { chainOf, type StoryChain } from "./words.ts"
