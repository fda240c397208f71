/**
 * Clients that drive worlds over the control API of a mock server in another process: stories, their worlds, and the
 * accounts and tokens in them. This entry loads no server and no chain.
 */
export { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
export { tokens } from "../evm/tokens.ts"
export type { ScenarioInput } from "../faults/Scenario.ts"
export { solanaAccounts } from "../solana/solanaAccounts.ts"
export type { PhoneControl } from "./PhoneControl.ts"
export { parseStory, StoryInvalid } from "./parseStory.ts"
export type { SiteControl } from "./SiteControl.ts"
export type {
  Exchanged,
  Payment,
  RequestedReceipt,
  Story,
  StoryAct,
  StoryPurchase,
  StoryRequest,
  StorySignIn,
  StoryStep,
} from "./Story.ts"
export type { AllowanceExpected, BalanceExpected, Expected } from "./StoryExpectation.ts"
export { openStoryWorld, type StoryWorld } from "./StoryWorld.ts"
export { StoryWorldFailed } from "./StoryWorldFailed.ts"
export { getStoryAddress } from "./storyAccounts.ts"
export { type StoryChain, toStoryChain } from "./storyFields.ts"
export { toProviderRequest } from "./toProviderRequest.ts"
