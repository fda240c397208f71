import "../../messages/sessions.ts"
import type { View } from "@wmodal/core"
import { SmartSession } from "./SmartSession.tsx"
import { SmartSessionList } from "./SmartSessionList.tsx"

/** The views of what apps may spend without asking. */
export type SessionsViewMember = Extract<View, { readonly _tag: "SmartSessionList" | "SmartSession" }>

export const SessionsView = ({ view }: { readonly view: SessionsViewMember }) =>
  view._tag === "SmartSession" ? <SmartSession id={view.id} /> : <SmartSessionList />
