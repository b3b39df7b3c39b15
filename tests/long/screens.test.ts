import { testScenes } from '../scenes/clipping.ts'

testScenes('en', 1280)
testScenes('en-XA', 320)
testScenes('ar-XB', 390)
