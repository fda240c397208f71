import * as z from "zod/mini"

/** A session of W3C WebDriver. */
export interface WebDriverSession {
  readonly version: string
  /** Sends a command of the session, such as `window/rect`. @throws Error with the driver's own message */
  readonly call: (method: "GET" | "POST" | "DELETE", command: string, body?: unknown) => Promise<unknown>
}

const Failure = z.object({ error: z.string(), message: z.string() })
const AnswerBody = z.object({ value: z.unknown() })
const Status = z.object({ ready: z.boolean() })
const Session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
})

const send = async (url: string, method: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = AnswerBody.parse(await response.json())
  const failure = Failure.safeParse(value)
  if (!response.ok && failure.success)
    throw new Error(`${url}: ${failure.data.error}. ${failure.data.message}`)
  return value
}

/** Waits until a driver that was just started listens. */
export const awaitDriver = async (driver: string): Promise<void> => {
  for (;;) {
    const status = await send(`${driver}/status`, "GET").catch(() => null)
    if (Status.safeParse(status).data?.ready === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Opens a session, with a browser. @param driver base URL */
export const openWebDriverSession = async (
  driver: string,
  capabilities: Readonly<Record<string, unknown>>,
): Promise<WebDriverSession> => {
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { capabilities: given, sessionId } = Session.parse(await send(`${driver}/session`, "POST", body))
  return {
    version: `${given.browserName}/${given.browserVersion}`,
    call: (method, command, body) =>
      send(`${driver}/session/${sessionId}${command === "" ? "" : `/${command}`}`, method, body),
  }
}
