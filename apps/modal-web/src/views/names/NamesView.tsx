import "../../messages/names.ts"
import { ChooseAccountName } from "./ChooseAccountName.tsx"
import { RegisterAccountName } from "./RegisterAccountName.tsx"
import { RegisterAccountNameSuccess } from "./RegisterAccountNameSuccess.tsx"

const views = { ChooseAccountName, RegisterAccountName, RegisterAccountNameSuccess } as const

/** The views of account names. */
export type NamesViewName = keyof typeof views

export const NamesView = ({ view }: { readonly view: NamesViewName }) => {
  const View = views[view]
  return <View />
}
