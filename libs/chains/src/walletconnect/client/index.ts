/** What whoever runs a client of WalletConnect's has to know of it, in whichever role. */
export { currentId } from "../proposedNamespaces.ts"
export { withdrawn } from "./withdrawn.ts"
export { withoutLooseEnds } from "./withoutLooseEnds.ts"
