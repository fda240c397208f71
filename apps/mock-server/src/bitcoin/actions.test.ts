import { type ActionsFixture, actionsSuite } from "@wmodal/chains/testing"
import type { BitcoinAccount } from "./bitcoinAccounts.ts"
import { payerOf } from "./testing/payer.ts"

const start =
  (kind: "segwit" | "taproot" | "nested", to: keyof BitcoinAccount) => async (): Promise<ActionsFixture> => {
    const { actions, asking, client, from, mine, others, sign } = await payerOf(kind)
    const recipient = others[to]
    return {
      actions,
      ...asking,
      from,
      to: recipient,
      tokens: [],
      least: 1_000n,
      signedAgain: "same",
      refused: { from, to: recipient, token: null, amount: 100n },
      odd: ["", "bc1", from.slice(0, -1), `${from}q`, "satoshi@bitcoin.org", asking.network.caipNetworkId],
      collectibles: { owner: from, owned: [], others: [{ contract: recipient, tokenId: "1" }] },
      exchange: null,
      sign: async (transaction) => sign(transaction),
      send: async (transaction) => (await client.post(sign(transaction))).text,
      mine: async (blocks) => {
        await mine(blocks)
      },
      end: client.close,
    }
  }

actionsSuite("Bitcoin, from a segwit address to a taproot one,", start("segwit", "taproot"))
actionsSuite("Bitcoin, from a taproot address to an old one,", start("taproot", "legacy"))
actionsSuite("Bitcoin, from a nested address to a segwit one,", start("nested", "segwit"))
