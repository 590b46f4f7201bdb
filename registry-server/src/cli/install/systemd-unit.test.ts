import { expect, it } from 'vitest';
import { systemdUnit } from './systemd-unit.ts';

it('names with spaces, quotes, specifiers and variables are themselves', () => {
  const unit = systemdUnit({
    node: '/usr/bin/node',
    main: '/opt/a b/50%/$HOME/main.js',
    folders: ['/srv/data', '/srv/"old"'],
    environmentFile: '/etc/artwork-registry/registry.env',
  });
  expect(unit).toContain('ExecStart=/usr/bin/node "/opt/a b/50%%/$$HOME/main.js" serve\n');
  expect(unit).toContain('ReadWritePaths=/srv/data "/srv/\\"old\\""\n');
});
