/** Leaves the site for another one, such as the provider's consent page. */
export function redirectToExternalSite(address: string): void {
  window.location.assign(address)
}
