import { type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { answerLedger } from "../rest/answerRest.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"
import { type Bitcoind, regtest } from "./bitcoind.ts"
import { makeFreshLedger } from "./transactions.ts"

/** Detects the error of a bitcoind that rejects a request. */
const isError = (said: unknown): said is { readonly code: number; readonly message: string } =>
  typeof said === "object" && said !== null && "code" in said && "message" in said

/**
 * Makes a REST node backed by a real bitcoind with the same chain, which must accept each transaction and block
 * first.
 * @throws Error when it rejects a block.
 */
export const makeBitcoindNode = async (bitcoind: Bitcoind) => {
  const ledger = makeFreshLedger(() => genesisTimestamp * 1000, regtest)
  ledger.setBlockDelay(null)
  let told = 1
  const tell = async () => {
    const blocks = ledger.state.blocks.slice(told).map(({ block }) => [block.toHex()])
    told = ledger.state.blocks.length
    const refused = (await bitcoind.calls("submitblock", blocks)).filter((said) => said !== null)
    if (refused.length > 0) throw new Error(`bitcoind refuses a block: ${JSON.stringify(refused)}`)
  }
  await tell()

  const send = async (hex: string) => {
    const [said] = await bitcoind.calls("sendrawtransaction", [[hex]])
    const ours = sendHere(hex)
    // One of the two may find a mined transaction by its outputs, the other by its id.
    if (isError(said) !== ours instanceof TransactionRejected)
      throw new Error(`bitcoind says ${JSON.stringify(said)}, the ledger ${String(ours)}`)
    return isError(said)
      ? { status: 400, body: `sendrawtransaction RPC error: ${JSON.stringify(said)}` }
      : { status: 200, body: String(said) }
  }
  const sendHere = (hex: string) => {
    try {
      return ledger.send(hex)
    } catch (error) {
      if (error instanceof TransactionRejected) return error
      throw error
    }
  }

  const rpc: Rpc = {
    request: (method, [path, body] = []) =>
      Effect.flatMap(
        Effect.promise(async () =>
          method === "POST"
            ? send(String(body))
            : answerLedger(ledger, { method, path: String(path), query: () => undefined, body: "" }),
        ),
        ({ body: said, status }) => {
          const text = String(said)
          return status === 200
            ? Effect.succeed(/^[[{]/.test(text) ? JSON.parse(text) : text)
            : Effect.fail(
                new RpcError({ method, host: "bitcoind", reason: { _tag: "Answered", code: status, text } }),
              )
        },
      ),
    pin: Effect.suspend(() => Effect.succeed(rpc)),
  }
  return {
    rpc,
    mine: async (blocks: number) => {
      ledger.mine(blocks)
      await tell()
    },
  }
}
