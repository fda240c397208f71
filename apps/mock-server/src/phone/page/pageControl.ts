import type { PhonePolicy, PhoneState } from "../PhoneState.ts"

/** The control API of this world's phone for its page. */
export interface PageControl {
  /** Calls back with the phone's state at once and at every change, and with `null` while it is unreachable. */
  readonly watch: (shown: (state: PhoneState | null) => void) => void
  /** Scans a link. This and the other actions reject with a text for the owner. */
  readonly pair: (uri: string) => Promise<void>
  readonly answer: (id: string, approve: boolean) => Promise<void>
  readonly switchTo: (chainId: string) => Promise<void>
  readonly disconnect: (topic: string) => Promise<void>
  readonly setPolicy: (policy: PhonePolicy) => Promise<void>
}

/** Creates the control for a page. @param page path of this page: `/w/<world>/phone` */
export const makePageControl = (page: string): PageControl => {
  const base = `/control/worlds/${page.split("/")[2] ?? ""}/phone`
  const post = async (name: string, body: object): Promise<void> => {
    const response = await fetch(`${base}/${name}`, {
      method: "POST",
      body: JSON.stringify(body),
      redirect: "error",
    }).catch(() => null)
    if (response === null) throw new Error("The phone is off: the mock server cannot be reached.")
    if (!response.ok) throw new Error(getRejectionText(await response.json().catch(() => null)))
  }
  return {
    watch: (shown) => {
      const events = new EventSource(`${base}/events`)
      // The event is from the same server and has its types.
      events.addEventListener("message", ({ data }) => shown(JSON.parse(data) as PhoneState))
      events.addEventListener("error", () => shown(null))
    },
    pair: (uri) => post("pair", { uri }),
    answer: (id, approve) => post("answer", { id, approve }),
    switchTo: (chainId) => post("switch", { chainId }),
    disconnect: (topic) => post("disconnect", { topic }),
    setPolicy: (policy) => post("policy", { policy }),
  }
}

const getRejectionText = (refusal: unknown): string => {
  const reasons = getMember(refusal, "reasons")
  const said = getMember(Array.isArray(reasons) ? reasons[0] : null, "description")
  return typeof said === "string" ? said : "The request failed. Try again."
}

const getMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
