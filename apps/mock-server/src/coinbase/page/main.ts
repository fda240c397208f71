import { byId, createElement } from "../../phone/page/elements.ts"
import { type ChannelKeys, createKeys, decrypt, encrypt, exportKey, importKeys } from "./channel.ts"

/**
 * The pop-up of a world's Coinbase Wallet: it speaks the messages of `@coinbase/wallet-sdk` 4.4.0 with the page that has
 * opened it, and asks its owner. Requests are encrypted with a key of the page and one of this pop-up.
 */

const [, , world = ""] = location.pathname.split("/")
const origin = new URLSearchParams(location.search).get("origin") ?? ""
const { opener } = window
const title = byId("title", HTMLElement)
const site = byId("site", HTMLElement)
const lines = byId("lines", HTMLElement)
const approve = byId("approve", HTMLButtonElement)
const reject = byId("reject", HTMLButtonElement)

const getMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

const call = async (body: object): Promise<unknown> => {
  const response = await fetch(`/control/worlds/${world}/coinbase`, {
    method: "POST",
    body: JSON.stringify(body),
    redirect: "error",
  })
  return response.json()
}

const post = (message: object) => opener?.postMessage(message, origin)

/** The key pair of this app, which the pop-up has kept since the app connected. */
const storageName = `coinbase ${world} ${origin}`
const readKeys = async (): Promise<ChannelKeys | null> => {
  const stored = localStorage.getItem(storageName)
  return stored === null ? null : importKeys(JSON.parse(stored))
}

/** Asks the owner. */
const ask = (question: string, rows: readonly (readonly [string, string])[]): Promise<boolean> =>
  new Promise((resolve) => {
    title.textContent = question
    site.textContent = `Requested by ${origin}`
    lines.replaceChildren(
      ...rows.flatMap(([label, text]) => [createElement("dt", label), createElement("dd", text)]),
    )
    for (const button of [approve, reject]) button.hidden = false
    const settled = new AbortController()
    const settle = (approved: boolean) => () => {
      settled.abort()
      for (const button of [approve, reject]) button.hidden = true
      resolve(approved)
    }
    approve.addEventListener("click", settle(true), { signal: settled.signal })
    reject.addEventListener("click", settle(false), { signal: settled.signal })
  })

const rejected = { code: 4001, message: "User rejected the request" }

/** Returns what the owner decides about: its name, and its values in the order of the request. */
const describe = (
  method: string,
  params: readonly unknown[],
  chainId: number,
): readonly [string, readonly (readonly [string, string])[]] => {
  const network = ["Network", String(chainId)] as const
  switch (method) {
    case "personal_sign":
      return ["Sign a message", [["Message", asText(params[0])], network]]
    case "eth_signTypedData_v4":
      return ["Sign a message", [["Typed data", asText(params[1])], network]]
    case "eth_sendTransaction": {
      const { data, to, value } = Object(params[0])
      return [
        "Send a transaction",
        [["To", asText(to)], ["Value in wei", asText(value)], ["Data", asText(data ?? "0x")], network],
      ]
    }
    default:
      return [method, [["Parameters", asText(params)], network]]
  }
}

const reply = async (keys: ChannelKeys, sender: string, requestId: unknown, content: object) =>
  post({
    id: crypto.randomUUID(),
    requestId,
    sender: await exportKey(keys.publicKey),
    content: { encrypted: await encrypt(keys, sender, JSON.stringify(content)) },
    timestamp: new Date(),
  })
const refuse = (requestId: unknown, failure: object) =>
  post({ id: crypto.randomUUID(), requestId, sender: "", content: { failure }, timestamp: new Date() })

const handshake = async (method: unknown, sender: string, requestId: unknown) => {
  const { accounts, chains } = Object(await call({ _tag: "Describe" }))
  // Without a connection, the keys are for one request.
  if (
    method === "eth_requestAccounts" &&
    !(await ask("Connect this app", [["Account", asText(accounts[0])]]))
  )
    return refuse(requestId, rejected)
  const keys = await createKeys()
  localStorage.setItem(storageName, JSON.stringify(keys.stored))
  await reply(keys, sender, requestId, { result: { value: accounts }, data: { chains, capabilities: {} } })
}

const perform = async (sender: string, requestId: unknown, encrypted: unknown) => {
  const keys = await readKeys()
  if (keys === null) return refuse(requestId, { code: 4100, message: "The app is not connected" })
  const { action, chainId } = Object(JSON.parse(await decrypt(keys, sender, encrypted)))
  const method = asText(getMember(action, "method"))
  const given = getMember(action, "params")
  const params = Array.isArray(given) ? given : []
  const result = (await ask(...describe(method, params, Number(chainId))))
    ? await call({ _tag: "Perform", origin, chainId: Number(chainId), method, params })
    : { error: rejected }
  await reply(keys, sender, requestId, { result })
}

window.addEventListener("message", async ({ data, origin: from, source }: MessageEvent<unknown>) => {
  if (source !== opener || from !== origin) return
  const [id, content] = [getMember(data, "id"), getMember(data, "content")]
  if (getMember(data, "event") === "selectSignerType") post({ requestId: id, data: "scw" })
  if (content === undefined) return
  const sender = asText(getMember(data, "sender"))
  const greeting = getMember(content, "handshake")
  try {
    if (greeting === undefined) await perform(sender, id, getMember(content, "encrypted"))
    else await handshake(getMember(greeting, "method"), sender, id)
  } catch (error) {
    refuse(id, {
      code: -32603,
      message: error instanceof Error ? error.message : "It could not be performed",
    })
  }
  byId("status", HTMLElement).textContent = "Done. You can close this window."
  window.close()
})

window.addEventListener("pagehide", () => post({ event: "PopupUnload" }))
if (opener === null) title.textContent = "Open this page from an app"
else post({ event: "PopupLoaded", id: crypto.randomUUID() })
