import { describe, expect, it } from "@effect/vitest"
import { polluteObjects } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { afterEach, beforeEach } from "vitest"
import { getHash } from "../ledger/ledgerModel.ts"
import { ann } from "../testing/sendFixture.ts"
import { startAskedSend } from "../testing/startSend.ts"

const hash = `0x${"5e".repeat(32)}`
const names = "hash effects code message data chainId at by entry error fee text uri".split(" ")

describe("a payment on a page that adds members to Object.prototype", () => {
  let restore = () => {}
  beforeEach(() => {
    restore = polluteObjects(names)
  })
  afterEach(() => restore())

  it.effect("reviews, requests and records it as without them", () =>
    Effect.gen(function* () {
      const { answer, asked, entries, reason, state } = yield* startAskedSend()
      expect(asked.map((request) => request.transaction)).toEqual([
        expect.objectContaining({ to: ann.address }),
      ])
      expect(entries().map((entry) => [entry.state._tag, getHash(entry.state)])).toEqual([["Asked", null]])
      expect(reason()).toBe(null)
      yield* answer({ _tag: "Sent", hash })
      yield* TestClock.adjust(0)
      expect(entries().map((entry) => getHash(entry.state))).toEqual([hash])
      expect(state()._tag).toBe("Left")
    }),
  )
})
