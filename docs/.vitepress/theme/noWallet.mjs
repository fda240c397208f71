/** A published page connects the visitor's own wallet. */
export const announce = () => {}
