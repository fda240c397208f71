export { type BitcoinAccount, bitcoinAccounts, bitcoinMiner } from "./bitcoin/bitcoinAccounts.ts"
export { AnvilFailed } from "./evm/Anvil.ts"
export { accounts } from "./evm/accounts.ts"
export { AnvilNotFound, findAnvil } from "./evm/anvilBinary.ts"
export { batchExecutorAddress } from "./evm/batchExecutor.ts"
export { type Collection, collections } from "./evm/collections.ts"
export { exchangeAddress, nativeAddress } from "./evm/exchange.ts"
export { type Token, tokens } from "./evm/tokens.ts"
export { ConnectionReset } from "./faults/ConnectionReset.ts"
export type { Sleep } from "./faults/endure.ts"
export { Fault, FaultRule } from "./faults/Fault.ts"
export { decodeScenario, Scenario, type ScenarioInput, ScenarioInvalid } from "./faults/Scenario.ts"
export { type Handler, type HandlerOptions, makeHandler } from "./Handler.ts"
export {
  CannotListen,
  describeServer,
  type MockServer,
  type MockServerOptions,
  PortBusy,
  startMockServer,
} from "./MockServer.ts"
export { type PhoneClient, phoneClient } from "./phone/phoneClient.ts"
export { solanaAccounts } from "./solana/solanaAccounts.ts"
export { type SolanaToken, solanaTokens } from "./solana/solanaTokens.ts"
export { addressOfPerson } from "./story/cast.ts"
export { pageRequest } from "./story/pageRequest.ts"
export type { PhoneOwner } from "./story/phoneOwner.ts"
export { readStory, StoryInvalid } from "./story/readStory.ts"
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
} from "./story/Story.ts"
export { openStoryWorld, type StoryWorld } from "./story/StoryWorld.ts"
export { StoryWorldFailed } from "./story/StoryWorldFailed.ts"
export type { SiteOwner } from "./story/siteOwner.ts"
export { chainOf, type StoryChain } from "./story/words.ts"
export type { LogEntry } from "./world/LogEntry.ts"
export { LogFileFailed } from "./world/LogFile.ts"
