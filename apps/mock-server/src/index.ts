import "./requireNode.ts"

export { type BitcoinAccount, bitcoinAccounts, bitcoinMiner } from "./bitcoin/bitcoinAccounts.ts"
export { AnvilFailed } from "./evm/Anvil.ts"
export { accounts } from "./evm/accounts.ts"
export { AnvilNotFound, findAnvil } from "./evm/anvilBinary.ts"
export { batchExecutorAddress } from "./evm/batchExecutor.ts"
export { type Collection, collections } from "./evm/collections.ts"
export { exchangeAddress, nativeAddress } from "./evm/exchange.ts"
export { type Token, tokens } from "./evm/tokens.ts"
export type { Sleep } from "./faults/applyFault.ts"
export { ConnectionReset } from "./faults/ConnectionReset.ts"
export { Fault, FaultRule } from "./faults/Fault.ts"
export { decodeScenario, Scenario, type ScenarioInput, ScenarioInvalid } from "./faults/Scenario.ts"
export { findMissingEngines, type MissingEngine } from "./findMissingEngines.ts"
export { type Handler, type HandlerOptions, makeHandler } from "./Handler.ts"
export {
  CannotListen,
  describeServer,
  type MockServer,
  type MockServerOptions,
  PortBusy,
  startMockServer,
} from "./MockServer.ts"
export { makePhoneClient, type PhoneClient } from "./phone/phoneClient.ts"
export { solanaAccounts } from "./solana/solanaAccounts.ts"
export { type SolanaToken, solanaTokens } from "./solana/solanaTokens.ts"
export * from "./story/index.ts"
export type { LogEntry } from "./world/LogEntry.ts"
export { LogFileFailed } from "./world/LogFile.ts"
