export const demoEmail = 'demo@wtpu.example'
export const demoAdminEmail = 'admin@wtpu.example'
/** The password of the two accounts. It is printed and published, so no other account may have it. */
export const demoPassword = 'citizen-demo'
