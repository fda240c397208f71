import { randomBytes } from "node:crypto"
import * as z from "zod/mini"
import type { Handler } from "../../Handler.ts"
import {
  type ApprovalSubject,
  getApprovalText,
  type SiteAnswer,
  type SiteBody,
  type SiteCall,
  siteCalls,
} from "../siteCalls.ts"
import { makeApprovalKey } from "./makeApprovalKey.ts"

const siteOrigin = "http://site.localhost"

const State = z.object({
  mails: z.array(
    z.object({
      to: z.string(),
      subject: z.string(),
      code: z.nullable(z.string()),
      link: z.nullable(z.string()),
      requester: z.nullable(z.string()),
      text: z.string(),
      at: z.number(),
    }),
  ),
  users: z.array(
    z.object({
      id: z.string(),
      email: z.nullable(z.string()),
      username: z.nullable(z.string()),
      provider: z.string(),
      preferred: z.nullable(z.string()),
      sessions: z.number(),
    }),
  ),
  origins: z.nullable(z.array(z.string())),
  farcaster: z.object({ waiting: z.boolean() }),
  frame: z.object({ frozen: z.boolean(), revoked: z.number() }),
})

export const makeDeviceId = () => randomBytes(16).toString("hex")

/** The body of a call. The client adds itself as the requester of a sign-in. */
type ClientBody<Name extends SiteCall> = Omit<SiteBody<Name>, "requester"> & Partial<SiteBody<Name>>

/**
 * Creates a client of one world's secure site and of its control API, which behaves like the site's own frame.
 * @param origin the embedding page's origin
 */
export const makeSiteClient = (
  handler: Pick<Handler, "fetch" | "secureSite">,
  projectId: string,
  origin = "https://shop.example",
) => {
  const key = makeApprovalKey()
  const requester = { key: key.publicKey, origin }
  const complete = (name: string, body: unknown) =>
    ["connect-email", "social-uri", "farcaster-uri"].includes(name) ? { requester, ...Object(body) } : body
  const send = (name: string, body: unknown, init: RequestInit = {}) =>
    handler.secureSite.fetch(
      new Request(`${siteOrigin}/w/${projectId}/wallet/${name}`, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(complete(name, body)),
        ...init,
        headers: { origin: siteOrigin, ...init.headers },
      }),
    )
  const bearer = (token: string | undefined) => ({
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

  /** Calls the site and returns the decoded response. */
  const call = async <Name extends SiteCall>(
    name: Name,
    body: ClientBody<Name>,
    token?: string,
  ): Promise<SiteAnswer<Name>> => {
    const response = await send(name, body, bearer(token))
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${response.status}: ${text}`)
    // The compiler cannot relate a name to its schema.
    return z.parse(siteCalls[name].answer, JSON.parse(text)) as SiteAnswer<Name>
  }
  /** Returns the status and the text of a rejected call. */
  const refusal = async <Name extends SiteCall>(name: Name, body: ClientBody<Name>, token?: string) => {
    const response = await send(name, body, bearer(token))
    return [response.status, z.parse(z.object({ message: z.string() }), await response.json()).message]
  }

  const control = async (path: string, body?: object) => {
    const response = await handler.fetch(
      new Request(`http://localhost/control/worlds/${projectId}/${path}`, {
        method: body === undefined ? "GET" : "POST",
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: await response.json() }
  }
  const state = async () => State.parse((await control("secure-site")).body)
  const lastMail = async () => {
    const mail = (await state()).mails.at(-1)
    if (mail === undefined) throw new Error("No mail")
    return mail
  }
  /** Returns a described request with the approval of the frame's user. @param over what the approval states instead */
  const approve = async (
    request: SiteBody<"describe">,
    token: string,
    over: Partial<ApprovalSubject & { readonly sign: (text: string) => string }> = {},
  ): Promise<SiteBody<"perform">> => {
    const { id } = await call("describe", request, token)
    const { sign = key.sign, ...subject } = over
    const text = getApprovalText({
      site: siteOrigin,
      projectId,
      token,
      origin,
      id,
      call: request,
      ...subject,
    })
    return { ...request, id, approval: sign(text) }
  }
  const code = async () => (await lastMail()).code ?? ""
  /** Starts a sign-in by email, and opens the link in the email if the device is new. Returns the code. */
  const requestCode = async (attempt: ClientBody<"connect-email">) => {
    if ((await call("connect-email", attempt)).action === "VERIFY_DEVICE") {
      const token = new URL((await lastMail()).link ?? "").searchParams.get("token") ?? ""
      await call("confirm-device", { token })
    }
    return code()
  }

  return {
    origin: siteOrigin,
    requester,
    approve,
    bearer,
    send,
    call,
    refusal,
    control,
    state,
    lastMail,
    /** Returns the code in the newest email. */
    code,
    requestCode,
    /** Advances the world's clock. */
    advance: (seconds: number) => control("clock", { advance: seconds * 1000 }),
    /** Signs in by email. Returns the session's token. */
    signIn: async (email: string, device: string = makeDeviceId()) => {
      const otp = await requestCode({ email, device })
      return (await call("connect-otp", { email, device, otp })).token
    },
  }
}
