import type { Actions } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { type ActionsFixture, actionsSuite } from "@wmodal/chains/testing"
import { Fetch, makeFetch, type Rpc } from "@wmodal/protocol"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { type BitcoinAccount, bitcoinAccounts } from "./bitcoinAccounts.ts"
import { mainnetApi, restClient } from "./testing/rest.ts"
import { signPsbt } from "./testing/signPsbt.ts"

const [vera, milo] = bitcoinAccounts.mainnet

const actionsOf = async (): Promise<Actions> => Effect.runPromise((await bitcoin().load()).actions)

/** A world of its own, asked as the engine asks a node, but without a port. */
const nodeOf = async (client: ReturnType<typeof restClient>, world: string): Promise<Rpc> => {
  const makeRest = await bitcoin().makeRpc?.()
  if (makeRest === undefined) throw new Error("Nobody can ask Bitcoin's nodes.")
  const fetch = makeFetch(async (request) => client.ask(new URL(request.url).pathname, request))
  return Effect.runPromise(
    Effect.scoped(makeRest({ tiers: [[`http://localhost/w/${world}${mainnetApi}`]] })).pipe(
      Effect.provideService(Fetch, fetch),
    ),
  )
}

const start = (kind: "segwit" | "taproot", to: keyof BitcoinAccount) => async (): Promise<ActionsFixture> => {
  const client = restClient()
  const rpc = await nodeOf(client, "p")
  await client.control("patience", { seconds: null })
  const [from, recipient] = [vera?.[kind] ?? "", milo?.[to] ?? ""]
  const sign = async ({ psbt }: Readonly<Record<string, string | null>>) => signPsbt(psbt ?? "", kind)
  return {
    actions: await actionsOf(),
    network,
    rpc,
    from,
    to: recipient,
    tokens: [],
    least: 1_000n,
    signedAgain: "same",
    refused: { from, to: recipient, token: null, amount: 100n },
    odd: ["", "bc1", from.slice(0, -1), `${from}q`, "satoshi@bitcoin.org", network.caipNetworkId],
    collectibles: { owner: from, owned: [], others: [{ contract: recipient, tokenId: "1" }] },
    exchange: null,
    sign,
    send: async (transaction) => (await client.post(await sign(transaction))).text,
    mine: async (blocks) => {
      await client.control("mine", { blocks })
    },
    end: client.close,
  }
}

actionsSuite("Bitcoin, from a segwit address to a taproot one,", start("segwit", "taproot"))
actionsSuite("Bitcoin, from a taproot address to an old one,", start("taproot", "legacy"))
