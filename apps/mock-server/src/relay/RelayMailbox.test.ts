import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeRelayMailbox } from "./RelayMailbox.ts"

const envelope = (message: string, change: object = {}) => ({
  topic: "topic",
  message,
  tag: 1100,
  publishedAt: 0,
  expiresAt: 1_000,
  from: "one",
  ...change,
})

describe("makeRelayMailbox", () => {
  const texts = (all: readonly { readonly message: string }[]) => all.map(({ message }) => message)

  it.each([
    [{ ofTopic: 3 }, ["2", "3", "4"]],
    [{ messages: 2 }, ["3", "4"]],
    [{ characters: 4 }, ["1", "2", "3", "4"]],
  ])("keeps the newest messages within %j", (limit, kept) => {
    const limits = { ofTopic: 100, messages: 100, characters: 100, ...limit }
    const mailbox = makeRelayMailbox(() => 0, limits)
    mailbox.post(envelope("elsewhere", { topic: "other" }))
    for (let count = 0; count < 5; count += 1) mailbox.post(envelope(String(count)))
    expect(texts(mailbox.waiting("topic", "two"))).toEqual(kept)
  })

  it("returns to each client the unexpired messages of others that it has not acknowledged, once and in order", () => {
    const clients = ["one", "two", "three"]
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("post"),
        text: fc.nat(9),
        from: fc.nat(2),
        ttl: fc.integer({ min: 1, max: 9 }),
      }),
      fc.record({ kind: fc.constant("acknowledge"), text: fc.nat(9), from: fc.nat(2), ttl: fc.constant(0) }),
      fc.record({ kind: fc.constant("wait"), text: fc.constant(0), from: fc.constant(0), ttl: fc.nat(5) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = 0
        const mailbox = makeRelayMailbox(() => now)
        const agreed: boolean[] = []
        let model: { text: string; from: string; until: number; had: string[] }[] = []
        for (const { kind, text, from, ttl } of steps) {
          const client = clients[from] ?? ""
          model = model.filter(({ until }) => until > now)
          if (kind === "wait") now += ttl
          else if (kind === "acknowledge") {
            const [known] = mailbox.waiting("topic", client).filter(({ message }) => message === String(text))
            if (known !== undefined) mailbox.acknowledge(known, client)
            model.find((entry) => entry.text === String(text))?.had.push(client)
          } else {
            const fresh = !model.some((entry) => entry.text === String(text))
            if (fresh) model.push({ text: String(text), from: client, until: now + ttl, had: [] })
            agreed.push(
              fresh === mailbox.post(envelope(String(text), { from: client, expiresAt: now + ttl })),
            )
          }
        }
        expect(agreed).not.toContain(false)
        for (const client of clients)
          expect(texts(mailbox.waiting("topic", client))).toEqual(
            model
              .filter(({ from, until, had }) => from !== client && until > now && !had.includes(client))
              .map(({ text }) => text),
          )
      }),
    )
  })
})
