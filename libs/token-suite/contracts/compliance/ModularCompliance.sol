// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {Authority} from "../access/Authority.sol";
import {Governed} from "../access/Governed.sol";
import {IBatchCompliance} from "../interfaces/ICompliance.sol";
import {IModule} from "../interfaces/IModule.sol";

/// The rules of one token, each in a module. Modules read balances from the token, so the notifications of ERC-3643
/// (transferred, created, destroyed) change nothing, and this suite's token does not send them.
contract ModularCompliance is IBatchCompliance, Governed, Initializable {
    uint256 public constant MAX_MODULES = 16;

    /// @custom:storage-location erc7201:hissa.storage.ModularCompliance
    struct ComplianceStorage {
        address token;
        address[] modules;
    }

    bytes32 private constant COMPLIANCE =
        keccak256(abi.encode(uint256(keccak256("hissa.storage.ModularCompliance")) - 1)) & ~bytes32(uint256(0xff));

    event ModuleAdded(address indexed module);
    event ModuleRemoved(address indexed module);
    event ModuleInteraction(address indexed target, bytes4 selector);

    error NotToken(address caller);
    error TokenAlreadyBound(address token);
    error TokenNotBound(address token);
    error ModuleExists(address module);
    error UnknownModule(address module);
    error TooManyModules();
    error LengthMismatch();
    error ModuleCallFailed(address module);

    constructor() {
        _disableInitializers();
    }

    /// Binds the token and adds the modules, each with one call that sets it up, which may be empty.
    function initialize(Authority authority_, address token, address[] calldata modules, bytes[] calldata settings)
        external
        initializer
    {
        if (modules.length != settings.length) revert LengthMismatch();
        _setAuthority(authority_);
        _bind(token);
        for (uint256 i; i < modules.length; ++i) {
            _addModule(modules[i]);
            if (settings[i].length > 0) _callModule(settings[i], modules[i]);
        }
    }

    /// Binds a token before the owner has it use this contract. A token can't bind itself, because any contract could.
    function bindToken(address token) external onlyOwner {
        _bind(token);
    }

    function unbindToken(address token) external {
        if (msg.sender != token && msg.sender != owner()) revert NotOwner(msg.sender);
        if (token == address(0) || token != _compliance().token) revert TokenNotBound(token);
        _compliance().token = address(0);
        emit TokenUnbound(token);
    }

    function addModule(address module) external onlyOwner {
        _addModule(module);
    }

    function removeModule(address module) external onlyOwner {
        address[] storage modules = _compliance().modules;
        uint256 position = _find(module);
        if (position == modules.length) revert UnknownModule(module);
        modules[position] = modules[modules.length - 1];
        modules.pop();
        emit ModuleRemoved(module);
    }

    /// Calls a bound module, which stores its settings for this contract.
    function callModuleFunction(bytes calldata data, address module) external onlyOwner {
        if (!isModuleBound(module)) revert UnknownModule(module);
        _callModule(data, module);
    }

    function transferred(address, address, uint256) external view {
        _requireToken();
    }

    function created(address, uint256) external view {
        _requireToken();
    }

    function destroyed(address, uint256) external view {
        _requireToken();
    }

    function canTransfer(address from, address to, uint256 amount) external view returns (bool) {
        return refusal(from, to, amount, false) == address(0);
    }

    function refusal(address from, address to, uint256 amount, bool forced) public view returns (address) {
        ComplianceStorage storage $ = _compliance();
        uint256 length = $.modules.length;
        for (uint256 i; i < length; ++i) {
            address module = $.modules[i];
            if (!IModule(module).canMove(address(this), $.token, from, to, amount, forced)) return module;
        }
        return address(0);
    }

    function mintRefusal(address[] calldata holders, uint256[] calldata balances, uint256[] calldata investors)
        external
        view
        returns (address module, address holder)
    {
        ComplianceStorage storage $ = _compliance();
        uint256 length = $.modules.length;
        for (uint256 i; i < length; ++i) {
            module = $.modules[i];
            holder = IModule(module).refusedHolder(address(this), $.token, holders, balances, investors);
            if (holder != address(0)) return (module, holder);
        }
        return (address(0), address(0));
    }

    function isTokenBound(address token) external view returns (bool) {
        return token != address(0) && token == _compliance().token;
    }

    function getTokenBound() external view returns (address) {
        return _compliance().token;
    }

    function getModules() external view returns (address[] memory) {
        return _compliance().modules;
    }

    function isModuleBound(address module) public view returns (bool) {
        return _find(module) < _compliance().modules.length;
    }

    function _bind(address token) private {
        if (token == address(0)) revert ZeroAddress();
        ComplianceStorage storage $ = _compliance();
        if ($.token != address(0)) revert TokenAlreadyBound($.token);
        $.token = token;
        emit TokenBound(token);
    }

    function _addModule(address module) private {
        if (module == address(0)) revert ZeroAddress();
        if (isModuleBound(module)) revert ModuleExists(module);
        if (_compliance().modules.length == MAX_MODULES) revert TooManyModules();
        _compliance().modules.push(module);
        emit ModuleAdded(module);
    }

    function _callModule(bytes calldata data, address module) private {
        (bool success, bytes memory result) = module.call(data);
        if (!success) {
            if (result.length == 0) revert ModuleCallFailed(module);
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
        emit ModuleInteraction(module, bytes4(data));
    }

    function _find(address module) private view returns (uint256 position) {
        address[] storage modules = _compliance().modules;
        uint256 length = modules.length;
        while (position < length && modules[position] != module) ++position;
    }

    function _requireToken() private view {
        if (msg.sender != _compliance().token) revert NotToken(msg.sender);
    }

    function _compliance() private pure returns (ComplianceStorage storage $) {
        bytes32 slot = COMPLIANCE;
        assembly {
            $.slot := slot
        }
    }
}
