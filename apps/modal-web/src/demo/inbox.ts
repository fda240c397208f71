import type { WModal } from "../index.ts"
import { element } from "./element.ts"

/** Milliseconds between two polls. */
const pollIntervalMs = 1_000
const maxShownMails = 3

interface Mail {
  readonly to: string
  readonly subject: string
  /** It names the page that caused the mail. */
  readonly text: string
  readonly code: string | null
  readonly link: string | null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const text = (value: unknown) => (typeof value === "string" ? value : null)

/** Decodes the mails from the control API of a mock server, newest first. */
const decodeMails = (said: unknown): readonly Mail[] =>
  (isRecord(said) && Array.isArray(said["mails"]) ? said["mails"] : [])
    .filter(isRecord)
    .map((mail) => ({
      to: text(mail["to"]) ?? "",
      subject: text(mail["subject"]) ?? "",
      text: text(mail["text"]) ?? "",
      code: text(mail["code"]),
      link: text(mail["link"]),
    }))
    .toReversed()

const line = (name: string, content: string | Node) => {
  const made = document.createElement("p")
  made.className = name
  made.append(content)
  return made
}

const makeLink = (link: string) => {
  const anchor = document.createElement("a")
  anchor.href = link
  anchor.target = "_blank"
  anchor.rel = "noopener"
  anchor.textContent = "Open the link"
  return anchor
}

/** @param showLink returns what stands for a link */
const makeItem = (
  { to, subject, code, link, text: body }: Mail,
  showLink: (link: string) => string | Node,
) => {
  const item = document.createElement("li")
  item.append(line("mail-to", to), line("mail-subject", subject))
  if (code !== null) item.append(line("mail-code", code))
  if (body !== "") item.append(line("mail-text", body))
  if (link !== null) item.append(line("mail-link", showLink(link)))
  return item
}

export interface InboxOptions {
  /** Base URL of the mock server. */
  readonly server: string
  readonly projectId: string
}

const getSite = ({ server, projectId }: InboxOptions) =>
  `${server}/control/worlds/${encodeURIComponent(projectId)}/secure-site`

const fetchMails = async (options: InboxOptions): Promise<readonly Mail[]> =>
  decodeMails(await (await fetch(getSite(options), { redirect: "error" })).json())

/** Lists all mails of the world, or says that there are none. */
export const listMails = async (list: HTMLElement, options: InboxOptions) => {
  const mails = await fetchMails(options)
  list.replaceChildren(...mails.map((mail) => makeItem(mail, makeLink)))
  if (mails.length > 0) return
  const none = document.createElement("li")
  none.textContent = "No emails yet. Sign in with any address."
  list.append(none)
}

/**
 * Shows the mails of a mock server's secure site next to the modal while it is open. They are delivered to no other
 * inbox. The open dialog makes the rest of the page inert, so the demo opens their links itself.
 */
export const showInbox = (modal: WModal, options: InboxOptions) => {
  const panel = element("#inbox")
  const list = element("#mails")
  let seen = ""
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async () => {
    try {
      const mails = (await fetchMails(options)).slice(0, maxShownMails)
      const now = JSON.stringify(mails)
      if (now === seen || mails.length === 0) return
      seen = now
      list.replaceChildren(...mails.map((mail) => makeItem(mail, () => "The demo opens this link for you.")))
      // Reopens the popover, so that it lies above dialogs that were opened since.
      panel.hidePopover()
      panel.showPopover()
      const [newest] = mails
      if (newest?.link != null)
        await fetch(`${getSite(options)}/verify-device`, {
          method: "POST",
          redirect: "error",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email: newest.to }),
        })
    } catch {
      // The server stopped or has no such world yet, so there are no mails.
    }
  }
  const watch = async () => {
    await look()
    timer = setTimeout(watch, pollIntervalMs)
  }
  let open = false
  modal.subscribe((state) => {
    if (state.open === open) return
    open = state.open
    clearTimeout(timer)
    if (open) watch()
    else panel.hidePopover()
  })
}
