import type { ChainTransaction, TransactionQuery, Transfer } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { Fetch, makeFetch, type Rpc } from "@wmodal/protocol"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { type BitcoinAccount, bitcoinAccounts } from "../bitcoinAccounts.ts"
import { mainnetApi, makeRestClient } from "./rest.ts"
import { signPsbt } from "./signPsbt.ts"

const loadActions = async () => (await bitcoin().load()).actions.get()

/** Makes two accounts and their payment calls over `rpc`: the first account pays by one of its addresses. */
export const makeBitcoinPayerOver = async (rpc: Rpc, kind: keyof BitcoinAccount) => {
  const actions = await loadActions()
  const asking = { network, rpc }
  const from = bitcoinAccounts.mainnet[0]?.[kind] ?? ""
  const run = Effect.runPromise
  const sign = ({ psbt }: ChainTransaction) => signPsbt(psbt ?? "", kind)
  const prepare = async (transfer: Omit<Transfer, "from" | "token">) => {
    const whole: Transfer = { from, token: null, ...transfer }
    const fee = await run(actions.estimate({ ...asking, transfer: whole }))
    return { fee, transaction: actions.build({ transfer: whole, fee }) }
  }
  return {
    actions,
    asking,
    from,
    sign,
    prepare,
    /** The owner: the third account. */
    others: bitcoinAccounts.mainnet[2] ?? { segwit: "", taproot: "", nested: "", legacy: "" },
    refusalOf: (transfer: Omit<Transfer, "from" | "token">) =>
      run(Effect.flip(actions.estimate({ ...asking, transfer: { from, token: null, ...transfer } }))),
    send: async (transaction: ChainTransaction) =>
      run(actions.broadcast({ ...asking, raw: sign(transaction) })),
    balanceOf: (address: string) => run(actions.balance({ ...asking, address })),
    spendable: () => run(actions.spendableBalance({ ...asking, address: from, token: null })),
    find: (transaction: ChainTransaction, sought: Partial<TransactionQuery> = {}) =>
      run(
        actions.find({
          ...asking,
          sought: { from, transaction, mark: null, hash: null, excludedHashes: [], ...sought },
        }),
      ),
    raise: (transaction: ChainTransaction) =>
      run(Effect.result(actions.bumpFee?.({ ...asking, from, transaction }) ?? Effect.die("no"))),
  }
}

/** Makes a payer in its own world with manual mining, over the engine's node requests. */
export const makeBitcoinPayer = async (kind: keyof BitcoinAccount) => {
  const client = makeRestClient()
  await client.control("patience", { seconds: null })
  const makeRest = await bitcoin().makeRpc?.()
  if (makeRest === undefined) throw new Error("Nobody can ask Bitcoin's nodes.")
  const fetch = makeFetch(async (request) => client.ask(new URL(request.url).pathname, request))
  const rpc: Rpc = await Effect.runPromise(
    Effect.scoped(makeRest({ tiers: [[`http://localhost/w/p${mainnetApi}`]] })).pipe(
      Effect.provideService(Fetch, fetch),
    ),
  )
  return {
    ...(await makeBitcoinPayerOver(rpc, kind)),
    client,
    mine: (blocks = 1) => client.control("mine", { blocks }),
  }
}
