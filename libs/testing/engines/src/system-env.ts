const NAMES = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TMPDIR', 'TMP', 'TEMP', 'TZ', 'LANG', 'LANGUAGE'],
  ...['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'XDG_RUNTIME_DIR', 'XDG_CACHE_HOME', 'UV_THREADPOOL_SIZE'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY', 'DOCKER_API_VERSION'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'NODE_USE_ENV_PROXY'],
  ...['NODE_NO_WARNINGS', 'NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE', 'HISSA_BOOTSTRAPPED'],
])

/**
 * Returns the variables of the system that every program needs. A person's shell also holds credentials of other
 * programs, which no child process may receive.
 */
export function systemEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(env).filter(([name, value]) => {
    return value !== undefined && (NAMES.has(name) || name.startsWith('LC_'))
  })
  return Object.fromEntries(entries) as Record<string, string>
}
