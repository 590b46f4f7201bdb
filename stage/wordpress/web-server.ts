// The web server in front of a test site: PHP's own, or nginx with PHP-FPM as hosts have it, on which PHP can finish an answer and go
// on working. nginx also plays what hosts put in front of a site.
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { phpScriptsDir } from '../paths.ts';
import { startService, type Service } from '../machine/processes.ts';

/**
 * What stands in front of the site. `bot-wall`: programs get 403 with a page; browsers pass. `password`: Basic auth (staging:secret).
 * `redirect`: programs are sent to another host name. `headers-stripped`: only usual headers reach PHP. `page-cache`: pages of
 * visitors who are not logged in come from a cache.
 */
export const walls = ['none', 'bot-wall', 'password', 'redirect', 'headers-stripped', 'page-cache'] as const;
export type Wall = (typeof walls)[number];

export interface WebServerOptions {
  /** Default: PHP's own server; nginx with PHP-FPM where a wall is named. */
  server?: 'php' | 'fpm';
  wall?: Wall;
  /** How many requests PHP answers at once. Default 4. */
  workers?: number;
}

type Place = { siteDir: string; dataDir: string; port: number };

export const phpOptions = ['-d', 'memory_limit=512M', '-d', 'sendmail_path=/bin/true'];

/** Starts the server and returns how to stop it. */
export async function startWebServer(
  place: Place,
  { server, wall = 'none', workers = 4 }: WebServerOptions,
): Promise<() => Promise<void>> {
  const isFpm = server === 'fpm' || wall !== 'none';
  const services = isFpm
    ? [await startFpm(place, workers), await startNginx(place, wall)]
    : [await startPhp(place, workers)];
  return async () => {
    await Promise.all(services.map((service) => service.stop(2000)));
  };
}

/** A request of the server before may hold the port for a moment after that server has ended. */
async function startPhp(place: Place, workers: number): Promise<Service> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startPhpOnce(place, workers);
    } catch (error) {
      if (attempt === 5 || !/Address already in use/.test(String(error))) throw error;
      await delay(1000);
    }
  }
}

function startPhpOnce({ siteDir, dataDir, port }: Place, workers: number): Promise<Service> {
  return startService({
    name: 'WordPress',
    command: 'php',
    args: [
      ...phpOptions,
      ...['-d', 'opcache.enable_cli=1'],
      ...['-S', `127.0.0.1:${port}`, '-t', siteDir, join(phpScriptsDir, 'router.php')],
    ],
    cwd: siteDir,
    // PHP's server has one process by itself, and takes no number below two.
    env: workers === 1 ? {} : { PHP_CLI_SERVER_WORKERS: String(workers) },
    logFile: join(dataDir, 'logs/wordpress.log'),
    readyWhen: /Development Server .* started/,
  });
}

const socketOf = (dataDir: string) => join(dataDir, 'web/php.sock');

async function startFpm({ siteDir, dataDir }: Place, workers: number): Promise<Service> {
  const folder = join(dataDir, 'web');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'php-fpm.conf');
  const lines = [
    '[global]',
    `error_log = ${join(dataDir, 'logs/php-fpm.log')}`,
    'daemonize = no',
    '[site]',
    `listen = ${socketOf(dataDir)}`,
    ...(isRoot() ? ['user = root', 'group = root'] : []),
    'pm = static',
    `pm.max_children = ${workers}`,
    'catch_workers_output = yes',
    'clear_env = no',
    'php_admin_value[memory_limit] = 512M',
    'php_admin_value[sendmail_path] = /bin/true',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return startService({
    name: 'PHP-FPM',
    command: await findFpm(),
    args: [
      '--nodaemonize',
      '--force-stderr',
      '--fpm-config',
      file,
      ...(isRoot() ? ['--allow-to-run-as-root'] : []),
    ],
    cwd: siteDir,
    logFile: join(dataDir, 'logs/wordpress.log'),
    readyWhen: /ready to handle connections/,
  });
}

async function startNginx({ siteDir, dataDir, port }: Place, wall: Wall): Promise<Service> {
  const folder = join(dataDir, 'web');
  const file = join(folder, 'nginx.conf');
  await writeFile(join(folder, 'password'), 'staging:{PLAIN}secret\n');
  await writeFile(file, configOf({ siteDir, folder, port, socket: socketOf(dataDir), wall }));
  return startService({
    name: 'nginx',
    command: '/usr/sbin/nginx',
    args: ['-p', folder, '-c', file, '-e', 'stderr'],
    cwd: siteDir,
    logFile: join(dataDir, 'logs/wordpress.log'),
    readyWhen: /start worker process \d+/,
  });
}

type Configuration = { siteDir: string; folder: string; port: number; socket: string; wall: Wall };

function configOf({ siteDir, folder, port, socket, wall }: Configuration): string {
  const inFront: Record<Wall, string> = {
    none: '',
    'bot-wall': `if ($http_user_agent !~ "^Mozilla") { return 403 "<html><body>Checking your browser</body></html>"; }`,
    password: `auth_basic "Staging"; auth_basic_user_file ${folder}/password;`,
    redirect: `if ($http_user_agent !~ "^Mozilla") { return 301 http://localhost:${port}$request_uri; }`,
    'headers-stripped': '',
    'page-cache': '',
  };
  const toPhp: Record<Wall, string> = {
    none: '',
    'bot-wall': '',
    password: '',
    redirect: '',
    'headers-stripped': `
      fastcgi_pass_request_headers off;
      fastcgi_param HTTP_COOKIE $http_cookie if_not_empty;
      fastcgi_param HTTP_USER_AGENT $http_user_agent if_not_empty;
      fastcgi_param HTTP_X_WP_NONCE $http_x_wp_nonce if_not_empty;
      fastcgi_param HTTP_X_HTTP_METHOD_OVERRIDE $http_x_http_method_override if_not_empty;`,
    'page-cache': `
      fastcgi_cache pages;
      fastcgi_cache_key $request_uri;
      fastcgi_cache_valid 200 10m;
      fastcgi_ignore_headers Cache-Control Expires Set-Cookie Vary;
      fastcgi_cache_bypass $skip $http_x_test_token;
      fastcgi_no_cache $skip $http_x_test_token;
      add_header X-Cache $upstream_cache_status;`,
  };
  return `
daemon off;
${isRoot() ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_max_body_size 16m;
  client_body_temp_path ${folder}/body;
  fastcgi_temp_path ${folder}/fastcgi;
  proxy_temp_path ${folder}/proxy;
  scgi_temp_path ${folder}/scgi;
  uwsgi_temp_path ${folder}/uwsgi;
  fastcgi_cache_path ${folder}/cache keys_zone=pages:1m;
  map $http_cookie $skip { default 0; ~wordpress_logged_in 1; }
  server {
    listen 127.0.0.1:${port};
    root ${siteDir};
    index index.php;
    ${inFront[wall]}
    location ~ /\\.|\\.(sqlite|log)$ { return 403; }
    location / { try_files $uri $uri/ /index.php$is_args$args; }
    location ~* \\.(js|css)$ { expires 1d; try_files $uri =404; }
    location ~ \\.php$ {
      try_files $uri =404;
      include /etc/nginx/fastcgi_params;
      fastcgi_param HTTP_HOST $http_host;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_pass unix:${socket};
      fastcgi_read_timeout 120s;${toPhp[wall]}
    }
  }
}
`;
}

const isRoot = () => process.getuid?.() === 0;

/** @throws Error that says what is missing */
async function findFpm(): Promise<string> {
  for (const version of ['8.2', '8.3', '8.4', '8.1', '7.4']) {
    const file = `/usr/sbin/php-fpm${version}`;
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  throw new Error('There is no php-fpm on this machine. On Debian: apt-get install php-fpm nginx');
}
