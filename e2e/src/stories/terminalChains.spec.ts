import { bitcoinAccounts, openStoryWorld, solanaAccounts } from "@wmodal/mock-server/story"
import type { CaipNetworkId } from "@wmodal/protocol"
import { bitcoin, solana } from "@wmodal/protocol/networks"
import { describe, expect } from "vitest"
import { story } from "../harness/story.ts"
import type { CommandOutcome } from "../harness/terminal.ts"

const parseDocument = ({ code, stderr, stdout }: CommandOutcome): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

const cases = [
  {
    name: "Solana",
    network: solana,
    namespace: "solana",
    own: solanaAccounts[0],
    payee: solanaAccounts[1],
    /** Base units. */
    amount: { units: "250000000", text: "0.25" },
    signature: /^[1-9A-HJ-NP-Za-km-z]{80,90}$/,
  },
  {
    name: "Bitcoin",
    network: bitcoin,
    namespace: "bip122",
    own: bitcoinAccounts.mainnet[0]?.segwit ?? "",
    payee: bitcoinAccounts.mainnet[1]?.segwit ?? "",
    amount: { units: "25000000", text: "0.25" },
    signature: /^[A-Za-z0-9+/]{80,}={0,2}$/,
  },
] as const

describe("other chains than the EVM, in a pipe", () => {
  story.for(cases)(
    "connects, lists balances, pays and signs on $name",
    { timeout: 60_000 },
    async ({ amount, name, namespace, network, own, payee, signature }, { outside, shell, world }) => {
      const networks: readonly CaipNetworkId[] = [network.caipNetworkId]
      const chain = await openStoryWorld({ control: outside.control, projectId: world.projectId, networks })
      const connect = ["connect", "--wallet", "dev", "--namespace", namespace, "--yes", "--json"]
      expect(parseDocument(await shell.run(connect))).toMatchObject({
        account: `${network.caipNetworkId}:${own}`,
      })
      const { symbol } = network.nativeCurrency
      const balances = parseDocument(await shell.run(["balances", "--json"]))
      expect(JSON.stringify(balances)).toContain(`"${symbol}"`)

      const first = await shell.run(["send", amount.text, symbol, payee, "--yes", "--json"])
      expect([first.code, first.stdout]).toEqual([6, ""])
      const send = ["send", amount.text, symbol, payee, "--confirm", payee, "--yes", "--json"]
      expect(parseDocument(await shell.run(send))).toMatchObject({
        status: "confirmed",
        network: network.caipNetworkId,
        to: { address: payee },
        payment: { symbol, token: null, value: amount.units, amount: amount.text },
      })
      const change = { of: "second", token: symbol, change: amount.text, besidesFees: false }
      expect(await chain.wrongBalances([change], network.caipNetworkId)).toEqual([])

      const { code, stdout } = await shell.run(["sign", "message", `Hello ${name}`, "--yes"])
      expect(code).toBe(0)
      expect(stdout.trim()).toMatch(signature)
    },
  )
})
