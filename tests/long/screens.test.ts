import { testScenes } from '../scenes/clipping.ts'

testScenes('en', 1280)
testScenes('ar-XB', 390)
