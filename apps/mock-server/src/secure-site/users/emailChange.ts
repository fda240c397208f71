import type { Mailer, MailRequester } from "../mail/Mailer.ts"
import { noCode, type OneTimeCode } from "../mail/OneTimeCode.ts"
import { SiteRejection } from "../server/SiteRejection.ts"
import type { UserSession } from "./UserSessions.ts"
import type { Users } from "./Users.ts"

/** A pending email change of a session, confirmed first by the old address and then by the new one. */
export interface EmailChange {
  readonly newEmail: string
  readonly step: "primary" | "secondary"
  readonly code: OneTimeCode
  readonly requester: MailRequester
  /** The site's own origin if the user types the codes there; `null` if the requester receives them. */
  readonly codeSite: string | null
}

export interface EmailChanges {
  /** Tells nothing about the new address: only who reads its email learns that another user has it. */
  readonly begin: (
    session: UserSession,
    newEmail: string,
    asked: { readonly codeSite: string | null; readonly peer: string | null },
  ) => "VERIFY_PRIMARY_OTP" | "VERIFY_SECONDARY_OTP"
  readonly confirmOld: (session: UserSession, otp: string) => void
  /** Confirms the new address. Returns the email that is now in use. */
  readonly confirmNew: (session: UserSession, otp: string) => string
}

export const makeEmailChanges = (users: Users, post: Mailer): EmailChanges => {
  const secondary = ({
    newEmail,
    requester,
    codeSite,
  }: Pick<EmailChange, "newEmail" | "requester" | "codeSite">): EmailChange => ({
    newEmail,
    step: "secondary",
    code: post.sendCode(newEmail, "Confirm your new email", requester.origin, codeSite),
    requester,
    codeSite,
  })

  /** Returns the confirmed change. @throws SiteRejection when no change is at this step or the code is wrong. */
  const agreed = ({ emailChange }: UserSession, step: EmailChange["step"], otp: string): EmailChange => {
    if (emailChange?.step !== step) throw noCode()
    emailChange.code.use(otp)
    return emailChange
  }

  return {
    begin: (session, newEmail, { codeSite, peer }) => {
      const email = users.byId(session.userId)?.user.email ?? null
      if (newEmail === email) throw new SiteRejection({ status: 400, message: "This is already your email." })
      const requester = { origin: session.requester.origin, peer }
      // The second code counts now: the first one may be requested by any number of accounts.
      for (const to of [email, newEmail]) if (to !== null) post.request(to, requester)
      if (email === null) {
        session.emailChange = secondary({ newEmail, requester, codeSite })
        return "VERIFY_SECONDARY_OTP"
      }
      session.emailChange = {
        newEmail,
        step: "primary",
        code: post.sendCode(email, "Confirm the change of your email", requester.origin, codeSite),
        requester,
        codeSite,
      }
      return "VERIFY_PRIMARY_OTP"
    },
    confirmOld: (session, otp) => {
      session.emailChange = secondary(agreed(session, "primary", otp))
    },
    confirmNew: (session, otp) => {
      const { newEmail, requester } = agreed(session, "secondary", otp)
      session.emailChange = null
      if (users.isTaken(newEmail, session.userId)) throw emailTaken()
      post.reset(users.byId(session.userId)?.user.email ?? "", requester)
      post.reset(newEmail, requester)
      users.setEmail(session.userId, newEmail)
      return newEmail
    },
  }
}

const emailTaken = () => new SiteRejection({ status: 409, message: "This email is already in use." })
