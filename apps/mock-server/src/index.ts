export { AnvilFailed } from "./evm/Anvil.ts"
export { accounts } from "./evm/accounts.ts"
export { AnvilNotFound, findAnvil } from "./evm/anvilBinary.ts"
export { type Token, tokens } from "./evm/tokens.ts"
export { type Handler, type HandlerOptions, makeHandler } from "./Handler.ts"
export {
  CannotListen,
  describeServer,
  type MockServer,
  type MockServerOptions,
  PortBusy,
  startMockServer,
} from "./MockServer.ts"
