export const contentSecurityPolicy: string
