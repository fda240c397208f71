import { type ActionsFixture, defineActionsSuite } from "@wmodal/dev-wallet/testing"
import type { BitcoinAccount } from "./bitcoinAccounts.ts"
import { startBitcoind } from "./testing/bitcoind.ts"
import { makeBitcoindNode } from "./testing/bitcoindNode.ts"
import { makeBitcoinPayer, makeBitcoinPayerOver } from "./testing/payer.ts"

const makeFixture = (
  { actions, asking, from, others, send, sign }: Awaited<ReturnType<typeof makeBitcoinPayerOver>>,
  to: keyof BitcoinAccount,
  rest: Pick<ActionsFixture, "mine" | "end">,
): ActionsFixture => ({
  actions,
  ...asking,
  from,
  to: others[to],
  tokens: [],
  least: 1_000n,
  signedAgain: "same",
  refused: { from, to: others[to], token: null, amount: 100n },
  odd: ["", "bc1", from.slice(0, -1), `${from}q`, "satoshi@bitcoin.org", asking.network.caipNetworkId],
  collectibles: { owner: from, owned: [], others: [{ contract: others[to], tokenId: "1" }] },
  exchange: null,
  sign: async (transaction) => sign(transaction),
  send,
  ...rest,
})

const start = (kind: keyof BitcoinAccount, to: keyof BitcoinAccount) => async () => {
  const payer = await makeBitcoinPayer(kind)
  const mine = async (blocks: number) => void (await payer.mine(blocks))
  return makeFixture(payer, to, { mine, end: payer.client.close })
}

defineActionsSuite("Bitcoin, from a segwit address to a taproot one,", start("segwit", "taproot"))
defineActionsSuite("Bitcoin, from a taproot address to an old one,", start("taproot", "legacy"))
defineActionsSuite("Bitcoin, from a nested address to a segwit one,", start("nested", "segwit"))

const program = process.env["WMODAL_BITCOIND"] ?? ""

const startReal = (kind: keyof BitcoinAccount, to: keyof BitcoinAccount) => async () => {
  const bitcoind = await startBitcoind(program)
  const { mine, rpc } = await makeBitcoindNode(bitcoind)
  return makeFixture(await makeBitcoinPayerOver(rpc, kind), to, { mine, end: bitcoind.end })
}

/** Runs only when a bitcoind is configured. */
const real = program === "" ? [] : (["segwit", "taproot"] as const)
for (const kind of real)
  defineActionsSuite(`Bitcoin, from a ${kind} address on a real bitcoind,`, startReal(kind, "nested"))
