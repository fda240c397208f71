import { oddValues } from "@wmodal/dev-wallet/testing"
import type { CaipAddress, CaipNetworkId } from "@wmodal/protocol"
import { base, mainnet, optimism } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeScriptedRemoteWallet, toApprovedNamespace } from "../testing/scriptedRemoteWallet.ts"
import { makeNamespaceSession, type NamespaceSession } from "./NamespaceSession.ts"

const networks: readonly CaipNetworkId[] = ["eip155:1", "eip155:10", "eip155:8453"]
const addresses = ["0x00000000000000000000000000000000000000aa", "0x00000000000000000000000000000000000000bb"]

const network = fc.constantFrom(...networks)
const account: fc.Arbitrary<CaipAddress> = fc
  .tuple(network, fc.constantFrom(...addresses))
  .map(([on, address]): CaipAddress => `${on}:${address}`)
const anything = fc.oneof(
  fc.constantFrom(...oddValues.map(([, value]) => value)),
  fc.array(account),
  fc.constantFrom<unknown>("0x1", "10", 8453, "eip155:1", "0x", "eip155:__proto__", "solana:1", [null]),
)

/** The events of a session in any order: a relay guarantees none, and a wallet is untrusted. */
const step = fc.oneof(
  fc.record({
    _tag: fc.constant("update" as const),
    accounts: fc.uniqueArray(account, { maxLength: 6 }),
  }),
  fc.record({
    _tag: fc.constant("tell" as const),
    network,
    name: fc.constantFrom("accountsChanged", "chainChanged", "message", "__proto__"),
    data: anything,
  }),
  fc.record({ _tag: fc.constant("use" as const), network }),
  fc.constant({ _tag: "end" as const }),
)

type ApprovalCommand = typeof step extends fc.Arbitrary<infer A> ? A : never

const started = () => {
  const wire = makeScriptedRemoteWallet({
    networks: [mainnet, optimism, base],
    namespaces: { eip155: toApprovedNamespace([`eip155:1:${addresses[0]}`], ["personal_sign"]) },
    answer: () => "signed",
  })
  const approval = makeNamespaceSession(wire.remoteWallet, "eip155")
  let told = 0
  const silence = approval.listen(() => {
    told += 1
  })
  return { approval, silence, told: () => told, ...wire }
}

const take = ({ approval, end, tell, update }: ReturnType<typeof started>, one: ApprovalCommand) => {
  switch (one._tag) {
    case "update": {
      const [first, ...rest] = one.accounts
      update(first === undefined ? {} : { eip155: toApprovedNamespace([first, ...rest], ["personal_sign"]) })
      break
    }
    case "tell":
      tell(one.network, one.name, one.data)
      break
    case "use":
      if (approval.covers(one.network)) approval.use(one.network)
      break
    case "end":
      end()
  }
}

const approvedBy = (approval: NamespaceSession) => ({
  accounts: approval.getApproved()?.accounts ?? [],
  networks: [...(approval.getApproved()?.networks ?? [])],
})

describe("makeNamespaceSession", () => {
  it("uses approved accounts and networks only, for any sequence of wallet events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const session = started()
        const { approval, asked } = session
        for (const one of steps) {
          take(session, one)
          const approved = approvedBy(approval)
          const current = approval.network()
          expect(approved.networks.some((on) => on === current)).toBe(approved.networks.length > 0)
          const plain = approved.accounts.map((each) => each.slice(each.lastIndexOf(":") + 1))
          const shown = approval.addresses(current)
          expect(new Set(shown).size).toBe(shown.length)
          expect(plain).toEqual(expect.arrayContaining([...shown]))
          expect(shown.length > 0).toBe(approved.accounts.length > 0)
        }
        for (const on of networks) {
          const before = asked.length
          const isAsked = await approval.request(on, "personal_sign", []).then(
            () => true,
            () => false,
          )
          expect(isAsked).toBe(approvedBy(approval).networks.includes(on))
          expect(asked.length - before).toBe(isAsked ? 1 : 0)
          await expect(approval.request(on, "eth_sign", [])).rejects.toMatchObject({
            code: approval.getApproved() === null ? 4100 : 4200,
          })
        }
        session.silence()
        expect(session.listeners()).toBe(0)
      }),
    )
  })

  it("uses the network that the wallet reported last once it is approved", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...networks], { minLength: 1 }), fc.boolean(), (told, first) => {
        const { approval, tell, update } = started()
        const everywhere = networks.map((on): CaipAddress => `${on}:${addresses[0]}`)
        const [one, ...rest] = everywhere
        if (one === undefined) return
        const approve = () => update({ eip155: toApprovedNamespace([one, ...rest], ["personal_sign"]) })
        if (first) approve()
        for (const on of told) tell(on, "chainChanged", on)
        if (!first) approve()
        expect(approval.network()).toBe(told.at(-1))
      }),
    )
  })
})
