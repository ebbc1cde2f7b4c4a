/** What Swagger UI's bundle exports; the package has types for its Fastify plugin alone. */
declare module '@fastify/swagger-ui/static/swagger-ui-bundle.js' {
  const SwaggerUI: (options: Record<string, unknown>) => unknown
  export default SwaggerUI
}
