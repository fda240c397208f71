import { describe, expect, it } from "vitest"
import { makeMachineWithSite } from "./testing/site.ts"

const email = "vera@example.com"
const vera = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

describe("wmodal name", { tags: ["full"] }, () => {
  it("suggests, registers and looks up a name", async () => {
    const { connected, json, refusal } = await makeMachineWithSite()
    await connected(email, "--account", "eoa")
    const { suggestions } = await json(["name", "suggest", "Nova"])
    expect(suggestions).toContainEqual({ name: "nova.reown.id", available: true })
    const { accounts } = await json(["accounts"])
    const [{ address }] = accounts as readonly [{ readonly address: string }]
    expect(await json(["name", "register", "Nova", "--yes"])).toMatchObject({
      name: "nova.reown.id",
      account: `eip155:1:${address}`,
      network: "eip155:1",
    })
    expect(await json(["name", "lookup", "nova.reown.id"])).toMatchObject({ address })
    expect(await json(["name", "lookup", address])).toMatchObject({ names: ["nova.reown.id"] })
    expect(await json(["accounts"])).toMatchObject({ accounts: [{ name: "nova.reown.id" }, {}] })
    expect(await refusal(["name", "register", "nova", "--yes"])).toMatchObject({
      exit: 6,
      code: "nameTaken",
      message: "Error registering name nova.reown.id",
    })
  })

  it("registers a name for a smart account that is not deployed", async () => {
    const { connected, json } = await makeMachineWithSite()
    await connected(email, "--account", "smart")
    const { account } = await json(["name", "register", "nova", "--yes"])
    expect(await json(["name", "lookup", "nova.reown.id"])).toMatchObject({
      address: String(account).split(":")[2],
    })
  })

  it("rejects names that break a rule, and names that others have", async () => {
    const { connected, json, refusal } = await makeMachineWithSite()
    await connected(email)
    for (const name of ["abc", "no_va", "no va"])
      expect(await refusal(["name", "register", name, "--yes"])).toMatchObject({
        exit: 2,
        code: "invalidName",
      })
    expect(await refusal(["name", "suggest", "abc"])).toMatchObject({
      exit: 2,
      message: "Error fetching name suggestions",
    })
    expect(await refusal(["name", "register", "vera.wmodal.id", "--yes"])).toMatchObject({ exit: 6 })
    expect(await json(["name", "lookup", "vera.wmodal.id"])).toMatchObject({ address: vera })
    expect(await json(["name", "lookup", "free.wmodal.id"])).toMatchObject({ address: null })
  })

  it("rejects a payment link with the command that reviews it", async () => {
    const { refusal } = await makeMachineWithSite()
    expect(await refusal(["name", "lookup", `ethereum:${vera}?value=1`])).toMatchObject({
      exit: 2,
      message: "This is a payment link, not a name or an address.",
      hint: `To review what it requests: wmodal send 'ethereum:${vera}?value=1' --dry-run`,
    })
  })

  it("registers nothing for a wallet with its own key, and nothing without approval", async () => {
    const { connected, json, refusal } = await makeMachineWithSite()
    expect(await refusal(["name", "lookup", "vera.wmodal.id"])).toMatchObject({ exit: 10 })
    await connected(email)
    expect(await refusal(["name", "register", "nova"])).toMatchObject({ exit: 2 })
    await json(["connect", "--wallet", "dev", "--yes"])
    expect(await refusal(["name", "register", "nova", "--yes"])).toMatchObject({
      exit: 6,
      code: "noEmbeddedWallet",
    })
  })
})
