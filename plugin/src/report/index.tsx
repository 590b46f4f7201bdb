// Mounts the screen "Review before registering".
import { mount } from '../screen/mount.tsx';
import './report.css';
import { ReportScreen } from './ReportScreen.tsx';

mount('report', <ReportScreen />);
