import type { Asked, Expected, pageRequest } from "@wmodal/mock-server"
import type { Hands } from "./Hands.ts"

/** What a page hears of its request: an answer, or the code of an error. */
export type Heard = "answer" | number

/**
 * The page asks the wallet for something: a person looks at it, and lets it through or not.
 * @param hears Told what the page hears, whenever that is.
 * @returns whether it waited for an explicit act.
 */
export const askInModal = async (
  { asking, closeModal, dialog, page, passStops, pressInVain, stops }: Hands,
  request: ReturnType<typeof pageRequest>,
  asked: Asked,
  expected: Expected | null,
  hears: (heard: Heard) => void,
): Promise<boolean> => {
  await closeModal()
  page()
    .evaluate((asking) => globalThis.askWallet(asking), request)
    .then(hears, () => {})
  await dialog().getByRole("heading", { name: "Review request" }).waitFor()
  const said = expected?.says
  if (said !== undefined) await dialog().getByText(said).first().waitFor()
  const proceed = dialog().getByRole("button", { name: "Continue", exact: true })
  if (asked.pass) await passStops()
  else if (await stops().first().isVisible()) {
    await pressInVain(proceed)
    await dialog().getByRole("button", { name: "Decline", exact: true }).click()
    return true
  }
  await asking(asked.answer, undefined, () => proceed.click())
  return false
}

declare global {
  /** Put there by the player: asks as any page does, by the provider that the modal hands out. */
  var askWallet: (request: ReturnType<typeof pageRequest>) => Promise<Heard>
}
