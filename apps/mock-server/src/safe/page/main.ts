import { byId, createElement } from "../../phone/page/elements.ts"

/** The page of a world's Safe: it speaks the Safe Apps SDK's messages with the dApp in its frame, and asks its owner. */

const frame = byId("app", HTMLIFrameElement)
const prompt = byId("prompt", HTMLDialogElement)
const lines = byId("lines", HTMLElement)
const app = frame.dataset["app"] ?? ""
const origin = new URL(app).origin
const endpoint = `/control/worlds/${location.pathname.split("/")[2] ?? ""}/safe`

/** The version of the SDK whose messages these are. */
const version = "9.1.0"

const getMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const call = async (method: unknown, params?: unknown): Promise<unknown> => {
  const response = await fetch(endpoint, {
    method: "POST",
    body: JSON.stringify({ method, params }),
    redirect: "error",
  })
  const body: unknown = await response.json()
  if (response.ok) return getMember(body, "data")
  const reasons = getMember(body, "reasons")
  throw new Error(String(getMember(Array.isArray(reasons) ? reasons[0] : null, "description")))
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

/** Returns what the owner decides about; `null` for reads, which need no approval. */
const describe = (
  method: unknown,
  params: unknown,
): readonly [string, readonly (readonly [string, string])[]] | null => {
  switch (method) {
    case "sendTransactions": {
      const txs = getMember(params, "txs")
      return [
        "Execute a transaction",
        (Array.isArray(txs) ? txs : []).flatMap((tx: unknown) => [
          ["To", asText(getMember(tx, "to"))] as const,
          ["Value in wei", asText(getMember(tx, "value"))] as const,
          ["Data", asText(getMember(tx, "data"))] as const,
        ]),
      ]
    }
    case "signMessage":
      return ["Sign a message", [["Message", asText(getMember(params, "message"))]]]
    case "signTypedMessage":
      return ["Sign a message", [["Typed data", asText(getMember(params, "typedData"))]]]
    default:
      return null
  }
}

/** One prompt at a time. */
let last: Promise<unknown> = Promise.resolve()
const ask = (title: string, rows: readonly (readonly [string, string])[]): Promise<boolean> => {
  const answer = last.then(
    () =>
      new Promise<boolean>((resolve) => {
        byId("title", HTMLElement).textContent = title
        byId("site", HTMLElement).textContent = `Requested by ${origin}`
        lines.replaceChildren(
          ...rows.flatMap(([label, text]) => [createElement("dt", label), createElement("dd", text)]),
        )
        const settled = new AbortController()
        const settle = (approved: boolean) => () => {
          settled.abort()
          prompt.close()
          resolve(approved)
        }
        const { signal } = settled
        byId("approve", HTMLButtonElement).addEventListener("click", settle(true), { signal })
        byId("reject", HTMLButtonElement).addEventListener("click", settle(false), { signal })
        prompt.addEventListener("cancel", settle(false), { signal })
        prompt.showModal()
      }),
  )
  last = answer
  return answer
}

window.addEventListener("message", async ({ data, origin: from, source }: MessageEvent<unknown>) => {
  const [id, method, params] = [getMember(data, "id"), getMember(data, "method"), getMember(data, "params")]
  if (source !== frame.contentWindow || from !== origin || typeof id !== "string") return
  const answer = (content: object) => frame.contentWindow?.postMessage({ id, version, ...content }, origin)
  try {
    const described = describe(method, params)
    if (described !== null && !(await ask(...described))) throw new Error("Transaction was rejected")
    answer({ success: true, data: await call(method, params) })
  } catch (error) {
    answer({ success: false, error: error instanceof Error ? error.message : "It could not be performed" })
  }
})

// The app starts when its messages are heard.
frame.src = app
byId("address", HTMLElement).textContent = String(getMember(await call("getSafeInfo"), "safeAddress"))
