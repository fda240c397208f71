/** Copies by a selection, which needs no permission: a page in a frame, or without TLS, may have no clipboard. */
const copyBySelection = (text: string, near: HTMLElement): boolean => {
  const field = document.createElement("textarea")
  field.className = "hidden"
  field.readOnly = true
  field.value = text
  // Inside the dialog: nothing else can be focused while it is open.
  near.after(field)
  field.select()
  try {
    return document.execCommand("copy")
  } catch {
    return false
  } finally {
    field.remove()
    near.focus({ preventScroll: true })
  }
}

/**
 * Copies a text inside a press. Returns false where the page may not.
 * @param near the pressed button
 */
export const copyText = async (text: string, near: HTMLElement): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text, near)
  }
}
