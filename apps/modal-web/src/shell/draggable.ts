/** Lets a finger drag the card down, once the code for that is there; only where a grip is shown. @returns what ends that. */
export const draggable = (grip: HTMLElement, card: HTMLElement, onDismiss: () => void) => {
  // Without that code there is still the button that closes.
  const dragging = grip.checkVisibility()
    ? import("./sheetDrag.ts")
        .then(({ makeDraggable }) => makeDraggable(grip, card, onDismiss))
        .catch(() => {})
    : null
  return () => {
    dragging?.then((end) => end?.())
  }
}
