import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { machineWithPhone } from "./testing/phone.ts"

describe("a wallet on a phone", () => {
  it("is connected by its link, and its session lasts from one command to the next", async () => {
    const { connect, home, json, phone } = await machineWithPhone("connects")
    await phone.policy("approve")
    const running = await connect()
    const { code, stderr } = await running.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    console.log(running.stdout())
    console.log(JSON.stringify(await json(["accounts"]), null, 1))
    console.log(JSON.stringify(await json(["sign", "message", "hello", "--yes"]), null, 1))
    console.log(
      statSync(join(home, "wmodal", "walletconnect.json")).mode.toString(8),
      Object.keys(JSON.parse(readFileSync(join(home, "wmodal", "walletconnect.json"), "utf8")).entries),
    )
    console.log(JSON.stringify(await json(["disconnect"]), null, 1))
  })
})
