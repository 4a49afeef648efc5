export const demoEmail = 'demo@wtpu.example'
export const demoAdminEmail = 'admin@wtpu.example'
/** The password of the two accounts. It is printed and published, so no other account may have it. */
export const demoPassword = 'citizen-demo'
/** The argon2id hash of `demoPassword`. Its salt is in no other account. */
export const demoPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Wn66vfvAd9wXAE8majbqig$SF7Fu0bZFo3zfy2q4vUXCRE0C16kq/9w2d/HO3DCSGQ'
