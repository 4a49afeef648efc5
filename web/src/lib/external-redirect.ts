/** Navigates to another site, such as Google's consent page. */
export function redirectToExternalSite(address: string): void {
  window.location.assign(address)
}
